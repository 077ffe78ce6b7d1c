/** Sends a message, and gives the server's answer; `lost` if the connection ends first. */
export function request(app, send) {
  const { connection } = app;
  const end = new AbortController();
  return new Promise((done) => {
    let seq = null;
    const listen = (type, isMine) => connection.addEventListener(type, ({ detail }) => {
      if (!isMine(detail)) return;
      end.abort();
      // The requester shows the error itself.
      if (type === 'error') app.dispatch({ type: 'problem', problem: null });
      done(type === 'link' ? { type: 'lost' } : detail);
    }, { signal: end.signal });
    for (const type of ['marks', 'exports', 'error']) listen(type, (detail) => detail.seq === seq);
    listen('link', ({ link }) => link !== 'open');
    seq = send();
    if (seq > 0) return;
    end.abort();
    done({ type: 'lost' });
  });
}
