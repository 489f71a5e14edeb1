/**
 * `node infra/verify/main.ts <store address | backup | export> --key public.pem … [--deposit file …] [--streams n]`:
 * says whether the history in a log is as it was written. Ends with 0 when it is, 1 when it was altered, 2 when that
 * cannot be proven, 3 when the log cannot be read. Nothing of the product is imported; Node 24 runs it as it stands.
 */
import { createPublicKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { checkLog, isSigned, keyIdOf, type Outcome } from './log-check.ts';
import { sourceOf } from './log-sources.ts';

const text = { type: 'string' as const, multiple: true as const };
const options = { key: text, deposit: text, streams: { type: 'string' as const, default: String(1 << 22) } };

/** What a deposited checkpoint says against the log; undefined when both say the same. */
function against(file: string, { seals }: Outcome, trusted: Map<string, KeyObject>): string | undefined {
  const { text, signature } = JSON.parse(readFileSync(file, 'utf8')) as Record<'text' | 'signature', string>;
  const [, number, from, , , root, , , , keyId] = text.split('\n');
  if (!isSigned(text, trusted.get(keyId!), signature)) return `存证 ${file} 的签名不符，或它的密钥不在给出的公钥中`;
  const seal = seals.find((each) => each.number === Number(number));
  if (seal?.text === text) return undefined;
  const what = seal ? `根值是 ${seal.root}` : '没有这个检查点';
  return `存证的第 ${number} 个检查点（根值 ${root}）与日志不符，日志中${what}：第 ${from} 个事件起被改写或截短`;
}

try {
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  // What others may not see stands in no argument: the address of a store may come from the environment.
  const [given = process.env.EVENTSTORE_URL] = positionals;
  if (given === undefined || positionals.length > 1)
    throw new Error('用法：npm run verify -- 事件库地址|备份目录|导出文件 --key 公钥.pem');
  const keys = (values.key ?? []).map((file) => createPublicKey(readFileSync(file)));
  const trusted = new Map(keys.map((key) => [keyIdOf(key), key]));
  const started = Date.now();
  process.once('disconnect', () => process.exit(3));
  const progress = (events: number): void => {
    if (process.send) process.send({ events });
    else if (process.stderr.isTTY) process.stderr.write(`\r已校验 ${events} 个事件`);
  };
  const outcome = await checkLog(sourceOf(given), trusted, Number(values.streams), progress);
  const { finding, events, seals } = outcome;
  const last = seals.at(-1);
  const deposits = (values.deposit ?? [])
    .map((file) => against(file, outcome, trusted))
    .filter((each) => each !== undefined);
  const altered = [...(finding ? [finding.sentence] : []), ...deposits];
  const doubt = outcome.doubt ?? (last ? undefined : '日志中没有检查点，什么也没有封存');
  const code = altered.length > 0 ? 1 : doubt === undefined ? 0 : 2;
  const figures = [
    `共 ${events} 个事件，其中 ${outcome.chained} 个逐一相连`,
    `${seals.length} 个检查点成立，封存到第 ${last?.upTo ?? 0} 个事件`,
    last && `最后的检查点：第 ${last.number} 个，${last.time}，根值 ${last.root}，密钥 ${last.keyId}`,
    `尚未封存：${finding ? '未查' : `${events - (last?.upTo ?? 0)} 个事件`}；` +
      `用时 ${((Date.now() - started) / 1000).toFixed(1)} 秒`,
  ].filter((line) => line !== undefined);
  const verdict = ['结论：历史没有被改动', '结论：历史被改动过', '结论：不能证明'][code]!;
  const lines = [
    ...altered.map((each) => `发现：${each}`),
    ...(doubt === undefined ? [] : [`存疑：${doubt}`]),
    ...figures,
  ];
  process.stdout.write(`${[verdict, ...lines].join('\n')}\n`);
  process.exitCode = code;
  if (process.send) {
    process.send({ verdict, lines, code, events, number: last?.number ?? 0, root: last?.root ?? null });
    process.disconnect();
  }
} catch (error) {
  process.stderr.write(`未能校验：${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 3;
}
