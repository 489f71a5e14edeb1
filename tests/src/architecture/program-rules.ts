import type { Violation } from './import-check.ts';

/**
 * The helper, and what runs the tools that came through npm: they alone start programs by a name that is given to them.
 */
const helpers = new Set(['infra/src/testing/programs.ts', 'tests/src/tool-run.ts']);
/** A test, or what serves tests. */
const servesTests = /\.(test|fixture)\.tsx?$|\/testing\/|^tests\//;

/** Calls that start a program, with their first argument. `fork` starts Node. */
const starting = /\b(?:spawn|spawnSync|execFile|execFileSync)\)?\(\s*([^,()]*(?:\(\))?[^,()]*)/g;
/** What may be started: this Node, and what the helper has found. */
const startable = /^(process\.execPath|shell\(\)\.path|(?:program|office|\w+Program)\.path)$/;
/** Each pattern finds one way around the helper. In pieces, so that this file passes its own check. */
const ways: readonly [what: string, pattern: RegExp][] = [
  [
    'leaves tests out by what the machine has',
    new RegExp(String.raw`\b(?:run|skip)${'If'}\b|\b(?:ctx|context|task)\.skip\(|\{\s*skip\b\s*[:}]`),
  ],
  [
    'looks in a folder of the system',
    new RegExp(String.raw`['"\`]/(?:usr|bin|sbin|opt|snap|nix|Applications|Library)/|Program ${'Files'}`),
  ],
  ['asks for a program by its name', new RegExp(String.raw`command ${'-v'} |['"]which['"]|where\.exe`)],
  ['starts a command line', /\b(?:exec|execSync)\(\s*['"`]|\bshell: true\b/],
  [
    'hides what it starts behind another name',
    new RegExp(
      [
        /\b(?:spawn|spawnSync|exec|execSync|execFile|execFileSync) as \w/,
        /\* as \w+ from 'node:child_process'/,
        /=\s*promisify\(exec/,
      ]
        .map(({ source }) => source)
        .join('|'),
    ),
  ],
];

/** A test of what only some systems have is for `onLinux`; what serves tests may know several systems. */
const asksForSystem = /\bprocess\.platform\b/;

/**
 * Refuses tests that look for programs of the machine in another way than through the helper, which knows what is
 * optional and what must be there.
 */
export function checkPrograms(path: string, text: string): Violation[] {
  if (!servesTests.test(path) || helpers.has(path)) return [];
  const found: Violation[] = [];
  const report = (line: number, what: string): void =>
    void found.push({
      rule: 'programs-through-helper',
      file: path,
      detail: `line ${line} ${what}: use infra/src/testing/programs.ts`,
    });
  for (const [index, line] of text.split('\n').entries()) {
    for (const [what, pattern] of ways) if (pattern.test(line)) report(index + 1, what);
    if (/\.test\.tsx?$/.test(path) && asksForSystem.test(line)) report(index + 1, 'asks which system this is');
  }
  if (!text.includes('child_process')) return found;
  for (const call of text.matchAll(starting)) {
    const started = call[1]!.trim();
    if (started !== '' && !startable.test(started))
      report(text.slice(0, call.index).split('\n').length, `starts ${started}`);
  }
  return found;
}
