/**
 * What child processes are given of this one's environment: other accounts and crash reports may come to see it, so
 * nobody gets a secret without need.
 */

/** What any program needs to run, and the marks of test runs. None of it is a secret. */
const needed = new Set([
  'PATH',
  'HOME',
  'USER',
  'LOGNAME',
  'SHELL',
  'TMPDIR',
  'TMP',
  'TEMP',
  'TZ',
  'LANG',
  'LANGUAGE',
  'LD_LIBRARY_PATH',
  'DYLD_FALLBACK_LIBRARY_PATH',
  'NODE_OPTIONS',
  'NODE_ENV',
  'NODE_COMPILE_CACHE',
  'SystemRoot',
  'SYSTEMROOT',
  'windir',
  'ComSpec',
  'PATHEXT',
  'APPDATA',
  'LOCALAPPDATA',
]);
const neededPrefix = /^(LC_|JWXT_TEST_)/;

/** Names whose values are secrets, or files of them. */
const secret = /(PASSWORD|PASSWD|TOKEN|SECRET)(_FILE)?$|^(DATABASE|EVENTSTORE|SMTP)_URL(_FILE)?$|^PGPASS/i;

/** For an engine or a tool, which is configured by arguments: only what any program needs. */
export function bareEnvironment(from: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(from).filter(([name]) => needed.has(name) || neededPrefix.test(name)));
}

/**
 * For a part of the product: everything but secrets, and of these the ones that it needs. What is `given` counts before
 * this process's own.
 */
export function partEnvironment(
  given: Readonly<Record<string, string>>,
  needs: readonly string[],
  from: NodeJS.ProcessEnv = process.env,
): NodeJS.ProcessEnv {
  const mayHave = new Set(needs.flatMap((name) => (given[name] === undefined ? [name, `${name}_FILE`] : [name])));
  return Object.fromEntries(
    Object.entries({ ...from, ...given }).filter(([name]) => !secret.test(name) || mayHave.has(name)),
  );
}
