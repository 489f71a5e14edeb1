import type { Fault } from './fault.ts';

/**
 * Every command is sent twice at the same moment, through gateways and commands services as the balancers have it: it
 * happens once, and both answers are one.
 */
export const sentTwice: Fault = {
  name: 'every command sent twice at once',
  how: 'each writer sends the same request over two connections and compares the answers',
  lastsMs: 8_000,
  provoke({ load }) {
    const { journal } = load;
    const before = journal.sentTwice.commands;
    journal.sentTwice.on = true;
    return Promise.resolve({
      heal() {
        journal.sentTwice.on = false;
        return Promise.resolve();
      },
      check: () =>
        Promise.resolve([
          ...(journal.sentTwice.commands > before ? [] : ['no command was sent twice']),
          ...journal.sentTwice.differences.splice(0),
        ]),
    });
  },
};
