/** Sends something, and gives the message that answers it; `lost` where the socket goes first. */
export function answerTo(app, send) {
  const { connection } = app;
  const end = new AbortController();
  return new Promise((done) => {
    let seq = null;
    const hear = (type, isMine) => connection.addEventListener(type, ({ detail }) => {
      if (!isMine(detail)) return;
      end.abort();
      // What asked for it says it.
      if (type === 'error') app.dispatch({ type: 'problem', problem: null });
      done(type === 'link' ? { type: 'lost' } : detail);
    }, { signal: end.signal });
    for (const type of ['marks', 'exports', 'error']) hear(type, (detail) => detail.seq === seq);
    hear('link', ({ link }) => link !== 'open');
    seq = send();
    if (seq > 0) return;
    end.abort();
    done({ type: 'lost' });
  });
}
