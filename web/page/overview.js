import { reflect } from '../elements/support.js';

/** Shows the film along the bar, unless the reader wants to save data. */
export default function overview(app) {
  const show = ({ media }) => {
    const isWanted = media?.kind === 'video' && !navigator.connection?.saveData;
    reflect(app.page.bar, { pictures: isWanted && media.version });
  };
  app.watchers.add(show);
  show(app.state);
}
