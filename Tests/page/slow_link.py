"""A link to a server on which every byte takes its time, in both directions."""
import asyncio
import contextlib
import threading


class SlowLink:
    """Stands in for its `server`: same answers, each way `delay` seconds late, within a `with`.

    Each way of each connection carries at most `bits` a second.
    """

    server = None

    def __init__(self, delay, bits=None):
        self.delay = delay
        self.bits = bits
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)

    def __enter__(self):
        self.thread.start()
        listening = asyncio.start_server(self._accept, '127.0.0.1', 0)
        self.listener = asyncio.run_coroutine_threadsafe(listening, self.loop).result()
        self.port = self.listener.sockets[0].getsockname()[1]
        self.url = f'http://127.0.0.1:{self.port}'
        return self

    def __exit__(self, *_):
        asyncio.run_coroutine_threadsafe(self._close(), self.loop).result()
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()
        self.loop.close()

    def media(self, name):
        return self.server.media(name)

    async def _close(self):
        self.listener.close()
        # Connections that were accepted just now begin while others end.
        while others := asyncio.all_tasks() - {asyncio.current_task()}:
            for task in others:
                task.cancel()
            await asyncio.gather(*others, return_exceptions=True)

    async def _accept(self, reader, writer):
        with contextlib.suppress(asyncio.CancelledError):
            there = await asyncio.open_connection('127.0.0.1', self.server.port)
            await asyncio.gather(self._carry(reader, there[1]), self._carry(there[0], writer))

    async def _carry(self, reader, writer):
        """Reads on while earlier bytes are still on their way."""
        way = asyncio.Queue()
        arriving = asyncio.create_task(self._deliver(way, writer))
        with contextlib.suppress(OSError):
            while data := await reader.read(65536):
                way.put_nowait((self.loop.time() + self.delay, data))
                if self.bits:
                    await asyncio.sleep(8 * len(data) / self.bits)
        way.put_nowait((self.loop.time() + self.delay, b''))
        await arriving

    async def _deliver(self, way, writer):
        with contextlib.suppress(OSError):
            while True:
                due, data = await way.get()
                await asyncio.sleep(due - self.loop.time())
                if not data:
                    break
                writer.write(data)
        writer.close()
