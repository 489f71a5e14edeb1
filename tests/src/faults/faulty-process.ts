/**
 * Preloaded (`node --import`) into every Node process of a product under fault tests: leads its connections through the
 * test's proxies (JWXT_TEST_PORT_… name their ports), and shifts its clock by the milliseconds that stand in
 * JWXT_TEST_CLOCK_FILE, whenever they change.
 */
import { readFileSync, watchFile } from 'node:fs';

for (const [name, port] of Object.entries(process.env)) {
  const variable = name.startsWith('JWXT_TEST_PORT_') ? name.slice('JWXT_TEST_PORT_'.length) : undefined;
  const address = variable === undefined ? undefined : process.env[variable];
  if (variable !== undefined && address !== undefined && URL.canParse(address)) {
    process.env[variable] = address.replace(`:${new URL(address).port}`, `:${port}`);
  }
}

const clockFile = process.env.JWXT_TEST_CLOCK_FILE;
if (clockFile !== undefined) {
  const RealDate = Date;
  let shiftMs = 0;
  const read = (): void => {
    shiftMs = Number(readFileSync(clockFile, 'utf8'));
  };
  read();
  watchFile(clockFile, { interval: 50, persistent: false }, read);
  const now = (): number => RealDate.now() + shiftMs;
  globalThis.Date = new Proxy(RealDate, {
    apply: () => new RealDate(now()).toString(),
    construct: (target, args: unknown[], newTarget) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget) as object,
    get: (target, property, receiver) => (property === 'now' ? now : Reflect.get(target, property, receiver)),
  });
}
