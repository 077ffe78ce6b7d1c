import { reflect } from '../elements/support.js';

/** Tells the bar which version of the film it is to show along it, unless the reader saves data. */
export default function overview(app) {
  const show = ({ media }) => {
    const isWanted = media?.kind === 'video' && !navigator.connection?.saveData;
    reflect(app.page.bar, { version: media?.version, pictures: isWanted && media.version });
  };
  app.watchers.add(show);
  show(app.state);
}
