import type { Violation } from './import-check.ts';
import { checkPrograms } from './program-rules.ts';

/** Role of a file, said by the last part of its name, and where such a file belongs (everywhere when absent). */
export const roleSuffixes: Readonly<Record<string, RegExp | undefined>> = {
  command: /^contracts\//,
  events: /^contracts\//,
  query: /^contracts\//,
  operations: /^contracts\//,
  vocabulary: /^contracts\//,
  wording: /^contracts\//,
  rules: /^contracts\//,
  resource: /^contracts\//,
  area: /^(contracts|services|web)\//,
  'read-model': /^contracts\//,
  state: /^(contracts|services\/commands)\//,
  decider: /^services\/commands\//,
  policy: /^services\/commands\//,
  facts: /^services\/commands\//,
  projection: /^services\/projections\//,
  read: /^services\/gateway\//,
  handlers: /^services\/gateway\//,
  plugin: /^services\/gateway\//,
  'file-access': /^services\/gateway\//,
  'file-rule': /^services\/commands\//,
  menu: /^web\/src\/app\/menus\//,
  page: /^web\//,
  dialog: /^web\//,
  card: /^web\//,
  model: /^web\//,
  store: /^web\//,
  routes: /^(services|web)\//,
  route: /^(services|web)\//,
  fixture: undefined,
  properties: undefined,
  journey: /^tests\//,
  fault: /^tests\//,
  worker: undefined,
  config: undefined,
  data: undefined,
  test: undefined,
};

/**
 * A table, or the constant of a read model's table, under a name of one or two letters. Words of SQL that may stand
 * there instead are left out.
 */
const shortAlias = new RegExp(
  String.raw`\b(?:from|join|update|into)\s+(?:only\s+)?` +
    String.raw`(?:(?:base|gateway|projection|commands|pg_catalog)\.\w+|\$\{\w*Table\})` +
    String.raw`\s+(?:as\s+)?(?!(?:on|as|or|do|is|in)\b)[a-z]{1,2}\b(?![.(])`,
);
const bannedNames = new Set(['index', 'util', 'utils', 'helper', 'helpers', 'common', 'types', 'misc', 'stuff']);
const longestFile = 600;
/** Columns. The formatter keeps to it where it may break a line; texts, comments and SQL are ours to break. */
const widestLine = 120;
/** What a terminal shows two columns wide. */
const wideCharacter =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/g;
/**
 * Forbidden in a test: it would be left out without a word. Written in pieces, so that this file passes its own check.
 */
const leftOut = new RegExp(String.raw`\b(describe|it|test)\.(${['skip', 'only', 'todo', 'fails'].join('|')})\b`);
const leftUndone = new RegExp(String.raw`\b(${['TO' + 'DO', 'FIX' + 'ME', 'XX' + 'X'].join('|')})\b`);
/** How long a test hopes for a condition, where it says so itself: a busy machine may need long. Milliseconds. */
const statedPatience = /\b(?:poll|waitFor|waitUntil)\(.*\btimeout: ?([\d_]+)/;
const leastPatience = 20_000;
/**
 * A journey that reads a page once and compares: what is to come may not be there yet, and a list shows nothing until
 * it has learned its width.
 */
const hastyRead = new RegExp(
  String.raw`expect\(\s*await [^;]*?\.` +
    String.raw`(?:innerText|allInnerTexts|textContent|allTextContents|inputValue|getAttribute)` +
    String.raw`\([^;()]*\),?\s*\)\s*\.to`,
);
const journey = /^tests\/src\/journeys\//;
/** Constants and types often say all in their name or in the schema above; functions, classes and interfaces do not. */
const exportLine = /^export (?:default )?(?:async )?(?:abstract )?(?:function\*?|class|interface) (\w+)/;
/**
 * What browsers give only to secure pages (https, localhost): a school's network may have neither. Each stands in one
 * file that does without it, and nowhere else; so does the library's button that copies.
 */
const secureOnly: readonly (readonly [name: string, pattern: RegExp, home: RegExp | undefined])[] = [
  [
    'crypto',
    /\bcrypto\s*\??\.\s*(randomUUID|subtle)\b|\{[^}]*\b(randomUUID|subtle)\b[^}]*\}\s*=\s*(\w+\.)?crypto\b/,
    undefined,
  ],
  [
    'clipboard',
    /\b(navigator\s*\??\.\s*clipboard|ClipboardItem)\b|\{[^}]*\bclipboard\b[^}]*\}\s*=\s*(\w+\.)?navigator\b/,
    /^web\/src\/lib\/copy-text\.ts$/,
  ],
  [
    'locks',
    /\bnavigator\s*\??\.\s*locks\b/,
    /^web\/src\/(lib\/only-window|areas\/score\/sheet-save\/outbox-indexed-db\.store)\.ts$/,
  ],
  [
    'navigator',
    new RegExp(
      String.raw`\bnavigator\s*\??\.\s*(serviceWorker|storage|storageBuckets|share|canShare|mediaDevices|credentials|` +
        String.raw`geolocation|wakeLock|usb|hid|serial|bluetooth|gpu)\b`,
    ),
    /^web\/src\/lib\/offline-shell\.ts$/,
  ],
  [
    'window',
    new RegExp(
      String.raw`\b(cookieStore|showOpenFilePicker|showSaveFilePicker|showDirectoryPicker|caches\s*\.\s*\w+\()|` +
        String.raw`\bnew (Notification|IdleDetector|PaymentRequest)\(`,
    ),
    undefined,
  ],
  ['library', /\buseClipboard\b|import \{[^}]*\bCopyButton\b[^}]*\} from '@mantine/, undefined],
];
const exportList = /^export (type )?(\*|\{[^}]*\}) from /gm;

/**
 * What looks for problems in all data, what reminds people, and what finds the applications that are to be looked at:
 * they read read models and decide nothing by them.
 */
const decidesNothing = new RegExp(
  '^services/commands/src/' +
    '(data-monitor/score-points|notice/(score-opening|window-reminders)|approval/watched-applications)\\.ts$',
);

/** The name of a read model's table, or what gives it. */
const readsModels = /\brm_\w|\breadModel(Table|Schema)\b/;
/** A code compared by its digits: codes have names (`businessStatus.inApproval`), and digits are for the wire. */
const bareCode = /(?:[!=]==\s*|\bcase\s+)'\d+'|'\d+'\s*[!=]==|\[(?:'\d+',?\s*)+\]\s*\.includes\(/;

/** The day where the database stands, which is not the school's for eight hours of each. */
const foreignDay = /\bcurrent_date\b/;

/** A node that asks nobody who they are: only the tests and measurements of its own package open one. */
const openNode = /\baccess: 'anybody'/;
const mayOpenNode = /^infra\/eventstore\/(bench\/|src\/testing\/|src\/[\w-]+\.test\.ts$)/;

/** Checks one file's name, place and text. `path` is relative to the root, with slashes. */
export function checkSource(path: string, text: string): Violation[] {
  return [...checkName(path), ...checkText(path, text), ...checkPrograms(path, text)];
}

function checkName(path: string): Violation[] {
  const found: Violation[] = [];
  const report = (rule: string, detail: string): void => void found.push({ rule, file: path, detail });
  const fileName = path.split('/').at(-1) ?? '';
  const parts = fileName.replace(/\.module\.css$|\.d\.ts$|\.[a-z]+$/, '').split('.');
  const [base = '', ...suffixes] = parts;
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(base)) report('kebab-case', `“${base}” is not kebab-case`);
  for (const name of [base, ...path.split('/').slice(0, -1)]) {
    if (bannedNames.has(name)) report('no-vague-name', `“${name}” says nothing about what is inside`);
  }
  for (const suffix of suffixes) {
    if (!(suffix in roleSuffixes)) report('known-suffix', `“.${suffix}” is not one of the role suffixes`);
    else if (roleSuffixes[suffix]?.test(path) === false && !suffixes.includes('test'))
      report('suffix-place', `a “.${suffix}” file does not belong here`);
  }
  return found;
}

function checkText(path: string, text: string): Violation[] {
  if (!/\.tsx?$/.test(path)) return [];
  const found: Violation[] = [];
  const report = (rule: string, detail: string): void => void found.push({ rule, file: path, detail });
  const lines = text.split('\n');
  const isTest = /\.test\.tsx?$/.test(path);
  const servesTests = /\/testing\/|\.fixture\.|^tests\//.test(path);
  if (lines.length > longestFile && !path.endsWith('.data.ts'))
    report('short-file', `${lines.length} lines, more than ${longestFile}`);
  if (isBarrel(text)) report('no-barrel', 'the file only passes on what others export');
  const wide = lines.findIndex((line) => line.length + (line.match(wideCharacter)?.length ?? 0) > widestLine);
  if (wide >= 0) report('narrow-line', `line ${wide + 1} is wider than ${widestLine} columns`);
  const [alias] = shortAlias.exec(text) ?? [];
  if (alias !== undefined)
    report('spelled-alias', `“${alias.replaceAll(/\s+/g, ' ')}” says in a letter what the row is`);
  const undone = lines.findIndex((line) => leftUndone.test(line));
  if (undone >= 0) report('nothing-undone', `line ${undone + 1}: ${lines[undone]?.trim()}`);
  if (isTest || servesTests) {
    const hasty = lines.findIndex(
      (line) => Number((statedPatience.exec(line)?.[1] ?? '999999').replaceAll('_', '')) < leastPatience,
    );
    if (hasty >= 0)
      report('patient-wait', `line ${hasty + 1}: ${lines[hasty]?.trim()}: leave the limit to the set-up of the tests`);
  }
  const read = journey.test(path) ? hastyRead.exec(text) : null;
  if (read)
    report('patient-read', `line ${text.slice(0, read.index).split('\n').length}: poll what a page shows, or showsAll`);
  if (openNode.test(text) && !mayOpenNode.test(path))
    report('no-open-node', 'an event node that every account of the machine could write to');
  if (isTest) {
    const skipped = lines.findIndex((line) => leftOut.test(line));
    if (skipped >= 0) report('no-test-left-out', `line ${skipped + 1}: ${lines[skipped]?.trim()}`);
    return found;
  }
  if (!servesTests)
    for (const name of undocumentedExports(lines)) report('documented-export', `“${name}” has no docstring`);
  if (/^(web|contracts)\//.test(path))
    for (const [name, pattern, home] of secureOnly)
      if (pattern.test(text) && home?.test(path) !== true) report('plain-http', `${name}: only secure pages have it`);
  if (/^(infra|services)\//.test(path) && !servesTests && foreignDay.test(text))
    report('school-day', 'the day is base.school_day()');
  const bare = /^(contracts|services|web)\//.test(path) && !servesTests ? bareCode.exec(text) : null;
  if (bare) report('named-code', `line ${text.slice(0, bare.index).split('\n').length}: ${bare[0]}`);
  if (path.startsWith('services/commands/') && !decidesNothing.test(path) && readsModels.test(text))
    report('decide-from-events', 'a decision must not read a read model');
  if (
    path.startsWith('services/projections/') &&
    !path.includes('/testing/') &&
    /\b(log|eventLog|events)\.append\(/.test(text)
  )
    report('projections-only-read', 'a projection writes no event');
  return found;
}

function isBarrel(text: string): boolean {
  if (/^export \* from /m.test(text)) return true;
  const withoutComments = text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
  const rest = withoutComments.replaceAll(exportList, '').replaceAll(/^import .*$/gm, '');
  return exportList.test(withoutComments) && !/\S/.test(rest.replaceAll(/^\s*'[^']*';?\s*$/gm, ''));
}

/**
 * Exported functions, classes and interfaces without words of their own, in files that do not begin with words for the
 * whole. What makes or configures a thing (`createThing`, `ThingOptions`) is explained by the thing.
 */
function undocumentedExports(lines: readonly string[]): string[] {
  const afterFirstWords = lines[lines.findIndex((line) => line.trimEnd().endsWith('*/')) + 1] ?? '';
  if (lines[0]?.startsWith('/**') && !afterFirstWords.startsWith('export ')) return [];
  const documented = new Set<string>();
  const bare: string[] = [];
  for (const [index, line] of lines.entries()) {
    const name = exportLine.exec(line)?.[1];
    if (name === undefined || documented.has(name)) continue;
    if (/\*\/\s*$/.test(lines[index - 1] ?? '')) documented.add(name);
    else bare.push(name);
  }
  return bare.filter(
    (name) =>
      !documented.has(name.replace(/^(create|start|open|define)/, '')) && !documented.has(name.replace(/Options$/, '')),
  );
}
