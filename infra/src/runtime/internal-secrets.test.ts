import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { configProblems } from '../testing/config-problems.ts';
import { parseConfig } from './config.ts';
import { derivedSecret, namesMissing, pairEnv, secretsOf } from './internal-secrets.ts';

const schema = z
  .object(pairEnv('COMMANDS_SECRET', 'OPERATOR_SECRET'))
  .superRefine(namesMissing('COMMANDS_SECRET', 'OPERATOR_SECRET'));
const [first, second, former] = ['a', 'b', 'c'].map((letter) => letter.repeat(32)) as [string, string, string];
const commandsOf = (env: Record<string, string>): readonly string[] =>
  secretsOf('COMMANDS_SECRET', parseConfig(schema, { OPERATOR_SECRET: first, ...env }));
const problems = (env: Record<string, string>) => configProblems(schema, env);

describe('the secrets of those who talk to each other', () => {
  it('are one for each pair, or two while one is replaced: the first signs', () => {
    expect(commandsOf({ COMMANDS_SECRET: first })).toEqual([first]);
    expect(commandsOf({ COMMANDS_SECRET: `${second},${first}` })).toEqual([second, first]);
    expect(commandsOf({ COMMANDS_SECRET: `${second}\n${first}\n` })).toEqual([second, first]);
  });

  // Beside one that is given, the former variable signs no more.
  it('come from the former variable where not given, each another; beside a given one it is only believed', () => {
    const derived = derivedSecret(former, 'commands');
    expect(commandsOf({ INTERNAL_TOKEN: former })).toEqual([derived]);
    expect(derivedSecret(former, 'operator')).not.toBe(derived);
    expect(commandsOf({ COMMANDS_SECRET: first, INTERNAL_TOKEN: former })).toEqual([first, derived]);
  });

  it('are asked for by name, in one sentence, and never shown', () => {
    expect(problems({ OPERATOR_SECRET: first })).toEqual([
      expect.stringMatching(
        /^配置有误：缺少环境变量 COMMANDS_SECRET，应为不少于 32 个字符的随机密钥.*也可以只设置 INTERNAL_TOKEN$/,
      ),
    ]);
    const wrong = problems({ COMMANDS_SECRET: 'short', OPERATOR_SECRET: [first, second, former].join(',') });
    expect(wrong).toEqual([
      expect.stringContaining('COMMANDS_SECRET 的值（已隐藏，长度 5）不正确'),
      expect.stringContaining('OPERATOR_SECRET 的值（已隐藏，长度 98）不正确'),
    ]);
  });
});
