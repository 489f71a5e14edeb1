/**
 * Set-up of every test file: whoever waits for a condition waits for as long as a busy machine may need. Vitest gives
 * up after one second by itself; for `expect.poll` vitest.config.ts says otherwise, `vi.waitFor` and `vi.waitUntil`
 * have no setting.
 */
import { vi } from 'vitest';

/**
 * Not how long anything may take: how long until a test stops hoping. Below the limit of a test, so that the failure
 * says what was waited for.
 */
const patience = { timeout: 60_000, interval: 25 };
const marked = Symbol.for('jwxt.patient');
const patient = vi as typeof vi & { [marked]?: true };

if (!patient[marked]) {
  patient[marked] = true;
  const { waitFor, waitUntil } = vi;
  const withPatience = (given: number | object = {}): object => ({
    ...patience,
    ...(typeof given === 'number' ? { timeout: given } : given),
  });
  vi.waitFor = (condition, options) => waitFor(condition, withPatience(options));
  vi.waitUntil = (condition, options) => waitUntil(condition, withPatience(options));
}
