import { make } from '../elements/support.js';
import { text } from '../texts.js';
import { openDialog } from './dialog.js';
import { adoptStyle } from './late-style.js';

adoptStyle(`
  .formats { display: grid; gap: 6px; margin: 0 0 1rem; padding: 0; list-style: none; }
  .formats a {
    display: flex; gap: 1rem; align-items: center; justify-content: space-between;
    min-height: 44px; padding: 0 1rem; border: 1px solid var(--line); border-radius: 10px;
    background: var(--page); color: inherit; text-decoration: none;
  }
  .formats span { color: var(--ink-2); font-size: 0.87rem; text-align: end; }
  .import { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.5rem; }
  .import input { padding-block: 0.5rem; }
  .import + p { min-height: 1.5em; margin-block-start: 0.5rem; color: var(--ink); }
  .body > h3, .import h3 { margin: 0.4rem 0; font-size: 1rem; }
`);

/** The formats, by the endings of their files. */
const formats = ['csv', 'llc', 'edl', 'otio', 'ffmetadata', 'vtt', 'json'];

/** Downloads the marks as files of several formats, and imports them. */
export default function marksFiles(app) {
  const { media } = app.state;
  if (!media) return;
  const source = `/api/v1/media/${encodeURIComponent(media.id)}/marks`;
  const said = Object.assign(make('p', ''), { role: 'status' });
  const heading = make('h3', '', text('marksSave'));
  openDialog('marksFiles', heading, links(source), importer(app, source, said), said);
}

function links(source) {
  const list = make('ul', 'formats');
  list.append(...formats.map((format) => {
    const link = Object.assign(make('a', ''), { href: `${source}?format=${format}`, download: '' });
    link.append(make('bdi', '', `.${format}`), make('span', '', text(`format-${format}`)));
    const item = make('li', '');
    item.append(link);
    return item;
  }));
  return list;
}

function importer(app, source, said) {
  const label = make('label', 'import');
  const file = Object.assign(make('input', ''), {
    type: 'file', accept: formats.map((format) => `.${format}`).join(),
  });
  file.addEventListener('change', async () => {
    const [chosen] = file.files;
    if (chosen) said.textContent = await importFile(app, source, chosen).catch(() => text('marksLost'));
    file.value = '';
  });
  const what = make('span', '', text('marksImportWhat'));
  label.append(make('h3', '', text('marksImport')), what, file);
  return label;
}

/** Replaces all marks by those of a file; gives the message to show. */
async function importFile(app, source, file) {
  const format = formatOf(file.name);
  if (!format) return text('marksFormat', { name: file.name });
  const { version = 0 } = app.state.marks;
  const headers = { 'If-Match': `"marks-${version}"` };
  const answer = await fetch(`${source}?format=${format}`, { method: 'PUT', headers, body: file });
  if (answer.ok) {
    app.dispatch({ type: 'marks', ...await answer.json() });
    return text('marksImported', { name: file.name });
  }
  app.connection.marks();
  if (answer.status === 412) return text('marksStale');
  return text('marksRefused', { why: (await answer.json()).detail });
}

/** A format by the ending of a file's name; undefined where it has none. Pure. */
function formatOf(name) {
  return formats.find((format) => name.toLowerCase().endsWith(`.${format}`));
}
