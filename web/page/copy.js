import { make } from '../elements/support.js';
import { text } from '../texts.js';
import { writeAddress } from './address.js';
import { toast } from './toast.js';

/** Copies the frame that the last step leads to as a picture, or a link to it. */
export default async function copy(app, what, arriving) {
  const { id: media, name: title } = app.state.media;
  // Requested at once: the clipboard needs a user's action right before.
  const name = arriving.then((frame) => {
    if (frame === null) throw new Error(text('lost'));
    return { media, title, frame };
  });
  await (what === 'link' ? copyLink(await name) : copyPicture(name, app.page.view));
}

async function copyPicture(name, view) {
  const png = name.then(({ frame }) => view.toBlob(frame));
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': png })]);
    toast(text('copiedPicture', await name));
  } catch {
    save(await png, await name);
    toast(text('savedPicture', await name));
  }
}

function save(blob, { title, frame }) {
  const link = make('a', '');
  link.href = URL.createObjectURL(blob);
  link.download = `${title}-${frame}.png`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

async function copyLink(name) {
  const link = new URL(writeAddress(name), location.href).href;
  try {
    await navigator.clipboard.writeText(link);
    toast(text('copiedLink', name));
  } catch {
    const field = Object.assign(make('input', ''), { value: link, readOnly: true });
    field.ariaLabel = text('copyLink');
    toast(text('linkToCopy'), field);
    field.select();
  }
}
