"""What the page shows and what went over its wire, read in the page itself; see `WIRE`."""
from kit import PATIENCE

CANVAS = "document.querySelector('vernier-view').shadowRoot.querySelector('canvas')"
PLAYER = "document.querySelector('vernier-view').shadowRoot.querySelector('video')"

# A control with a model of its own is there before its model, without which no pointer moves it; and
# before its module, where that comes with what it is in.
READY = """async (control) => {
  await customElements.whenDefined(control.localName);
  await control.ready;
}"""

# Waits for what is to become true, and says what was the case where it does not.
UNTIL = f"""async (met) => {{
  for (const end = performance.now() + {1000 * PATIENCE}; !met();) {{
    if (performance.now() > end) {{
      const painted = {CANVAS}.dataset;
      throw new Error(`not ${{met}}: ${{JSON.stringify({{ ...wire, frames: null, painted }})}}`);
    }}
    await new Promise((done) => setTimeout(done, 8));
  }}
}}"""

INDEXED = f"() => ({UNTIL})(() => wire.indexed)"

# No key's command is still being loaded, the pointer rests, its last message is answered, and the
# picture of that answer is painted.
SETTLED = f"""async () => {{
  await ({UNTIL})(() => {{
    const {{ state, asked }} = wire;
    if (document.documentElement.hasAttribute('data-busy')) return false;
    if (!state || state.phase !== 'idle' || state.seq < asked) return false;
    const {{ exact, frame }} = {CANVAS}.dataset;
    return exact === 'true' && Number(frame) === state.target.frame;
  }});
  return wire.state;
}}"""

# What a pointer does is sent before the next animation frame but one, and its answer drawn in one.
ANSWERED = f"""async () => {{
  for (let i = 0; i < 3; i += 1) await new Promise(requestAnimationFrame);
  await ({UNTIL})(() => wire.state?.seq >= wire.asked);
  await new Promise(requestAnimationFrame);
  return wire.state;
}}"""

# What follows from what has happened is laid out, and was drawn at least once.
DRAWN = """async () => {
  for (let i = 0; i < 3; i += 1) await new Promise(requestAnimationFrame);
}"""

# Sixteen blocks over the width in the top tenth of the picture, the lowest bit first.
BARCODE = f"""() => {{
  const canvas = {CANVAS};
  const {{ width, height }} = canvas;
  const row = canvas.getContext('2d').getImageData(0, Math.floor(height / 20), width, 1).data;
  let number = 0;
  for (let bit = 0; bit < 16; bit += 1) {{
    const at = 4 * Math.floor(((bit + 0.5) / 16) * width);
    const luma = 0.299 * row[at] + 0.587 * row[at + 1] + 0.114 * row[at + 2];
    if (luma > 125) number += 2 ** bit;
  }}
  return number;
}}"""

# The number that the player's picture carries; see BARCODE.
PLAYED = f"""() => {{
  const video = {PLAYER};
  const canvas = new OffscreenCanvas(video.videoWidth, video.videoHeight);
  const context = canvas.getContext('2d');
  context.drawImage(video, 0, 0);
  const {{ width, height }} = canvas;
  const row = context.getImageData(0, Math.floor(height / 20), width, 1).data;
  let number = 0;
  for (let bit = 0; bit < 16; bit += 1) {{
    const at = 4 * Math.floor(((bit + 0.5) / 16) * width);
    if (0.299 * row[at] + 0.587 * row[at + 1] + 0.114 * row[at + 2] > 125) number += 2 ** bit;
  }}
  return number;
}}"""

# What is painted once all has come to rest: by itself, and as the canvas says.
LANDED = f"""async () => {{
  const {{ target: {{ frame }} }} = await ({SETTLED})();
  return [frame, ({BARCODE})(), Number({CANVAS}.dataset.frame)];
}}"""
