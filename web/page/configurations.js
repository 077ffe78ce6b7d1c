import { valid } from './settings.js';

/** What a choice of stops is in the protocol, where it is not its name. */
const stops = {
  second: { to: 'time', seconds: 1 },
  tenth: { to: 'count', count: 10 },
  twentieth: { to: 'step', step: 0.05 },
};

/** Choices whose stops `snap-listed.js` sends, as soon as they are known. */
const listed = ['marks', 'stops'];

const snapping = ({ snap: to, when }) => (
  listed.includes(to) ? {} : { snap: { ...(stops[to] ?? { to }), when } }
);

/** What the server is told when a setting changes; of the law, `law.js` does. Pure. */
export const configurations = {
  snap: snapping,
  when: snapping,
  press: ({ press }) => ({ press }),
  overshoot: ({ overshoot }) => ({ overshoot }),
};

/** Tells the server of a setting. */
export function tell(app, name) {
  app.connection.configure(configurations[name](valid(app.state.settings)));
}
