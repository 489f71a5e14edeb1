import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readGlossary, readSources } from './sources.ts';

/** A row of 用语 in the glossary: words that are not used, the one that is, and the files that may all the same. */
export type Wording = { readonly word: string; readonly not: readonly string[]; readonly except: readonly string[] };

/** A text that is not as the glossary has it: where, and what would be. */
export type Misworded = { readonly file: string; readonly found: string; readonly instead: string };

const comments = /\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm;
const unreleased = /\.(?:test|fixture)\.tsx?$|\/testing\/|^(?!infra\/).*\.data\.tsx?$/;

/**
 * Texts that the specification gives with marks of their own, the head of a file of comma-separated values, and what is
 * typed: an address, a command.
 */
const verbatim = [
  '成功标记为已读!',
  '请选择一条课程!',
  '请求超时!',
  '预览失败,请联系管理员',
  '处理中，请稍等...(若提示',
  '正在加载学时分类...',
  '正在重新加载...',
  '账号,姓名,单位,初始密码',
  '--role <角色编号> <账号,账号…>',
  'postgres://用户:密码@主机:5432/jwxt',
];

/** What is not written, what is instead, and the files and folders that may. */
const marks: readonly (readonly [RegExp, string, ...string[]])[] = [
  [/[\u4e00-\u9fff](?:[!;]|,(?=[\u4e00-\u9fff])|\.\.\.)/gu, '，；！… of full width'],
  [/[\u4e00-\u9fff]\((?!\?)/gu, '（） of full width'],
  [/确定[^？。，\n]*[^吗\n]？/gu, '确定…吗？'],
  [/(?:最多|至少|最少|不超过)\d/gu, 'a space before the number'],
  [/[\u4e00-\u9fff]:(?=[\u4e00-\u9fff$])/gu, '： of full width'],
  [/你/gu, '您'],
  [/(?:\bsuccess: |\bnotify\.\w+\()['`][^'`。\n]*。['`]/gu, 'a short message of one sentence ends without 。'],
  [/[，。：；！？、“（] |(?<=[\u4e00-\u9fff]) [，。：；！？、”）]/gu, 'no space beside a mark of full width'],
  [
    /[（(] ?\$\{[\w.]*[sS]tudentNumber\} ?[）)]/gu,
    'studentWithNumber',
    'contracts/src/base-info/student-with-number.ts',
  ],
  [/审批审批|申请申请|审批的[^，。'`]*审批|您的[^，。？'`]*您的/gu, 'once'],
  [/(?:['"`]|(?<!=)>)\s*[—–]+\s*['"`<]/gu, 'NOTHING where nothing is', 'contracts/src/kernel/nothing.ts'],
  [
    // The sign of a number is another thing, and so is what is signed, or asked for where there is no other.
    /(?:\?\?|\|\||[?:]|return|=>)\s*'--?'(?!\s*:\s*'\+?')|(?<!=)>\s*--?\s*</gu,
    'NOTHING where nothing is, NO_SCORE where no score is',
    'contracts/src/integrity/signed-text.ts',
    'infra/',
    'services/gateway/src/approval/approval-totals.read.ts',
    'services/gateway/src/student-status/divert/transfer.handlers.ts',
  ],
];

/** The rows of the table below `## 用语`. */
export function wordingsOf(glossary: string): Wording[] {
  const section = /^## 用语$([\s\S]*?)(?=^## |$(?![\s\S]))/m.exec(glossary)?.[1] ?? '';
  return [...section.matchAll(/^\| ([^|`]+) \| ([^|]+) \|([^|\n]*)\|/gm)]
    .map(([, word = '', not = '', except = '']) => ({
      word: word.trim(),
      not: not.trim().split('、'),
      except: [...except.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file),
    }))
    .filter(({ word }) => /[\u4e00-\u9fff]/.test(word) && word !== '用语');
}

/** What in one source is worded otherwise. */
export function misworded(file: string, source: string, wordings: readonly Wording[]): Misworded[] {
  const said = verbatim.reduce((text, given) => text.replaceAll(given, ''), source.replaceAll(comments, ''));
  const words = wordings
    .filter(({ except }) => !except.some((path) => file.endsWith(path)))
    .flatMap(({ word, not }) =>
      not.filter((other) => said.includes(other)).map((other) => ({ file, found: other, instead: word })),
    );
  return [
    ...words,
    ...marks
      .filter(([, , ...homes]) => !homes.some((home) => file.startsWith(home)))
      .flatMap(([mark, instead]) => [...said.matchAll(mark)].map(([found]) => ({ file, found, instead }))),
  ];
}

/** Texts of the migrations that are in force: of a function or view that was made again, the latest; no comments. */
export function textsInForce(migrations: readonly string[]): string {
  const made = /create (?:or replace )?(?:materialized )?(?:function|procedure|view) ([\w.]+)[\s\S]*?(?:\$\$;|;$)/gim;
  const latest = new Map<string, string>();
  const rest = migrations.map((sql) =>
    sql.replaceAll(/--.*$/gm, '').replaceAll(made, (text, name: string) => {
      latest.set(name, text);
      return '';
    }),
  );
  return [...rest, ...latest.values()].join('\n');
}

/** What in the sources of the product below `root` is worded otherwise. */
export async function checkWording(root: string): Promise<Misworded[]> {
  const wordings = wordingsOf(await readGlossary(root));
  const texts = await readSources(root, 'contracts', 'services', 'web', 'infra');
  const folder = join(root, 'infra/migrations');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();
  const migrations = await Promise.all(names.map(async (name) => await readFile(join(folder, name), 'utf8')));
  const sql = misworded('infra/migrations', textsInForce(migrations), wordings);
  const sources = [...texts]
    .filter(([file]) => /\.tsx?$/.test(file) && !unreleased.test(file))
    .flatMap(([file, text]) => misworded(file, text, wordings));
  return [...sources, ...sql];
}
