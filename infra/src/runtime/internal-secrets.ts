import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { described } from './config.ts';

/** One secret for each pair of those who talk to each other, and one of gateways; nobody holds one of others. */
export const pairs = {
  /** Gateways and commands. */
  COMMANDS_SECRET: 'commands',
  /** Gateways and projections. */
  PROJECTIONS_SECRET: 'projections',
  /** The operator's programs and commands. */
  OPERATOR_SECRET: 'operator',
  /** Gateways alone: seals the secrets of second factors. */
  FACTOR_SECRET: 'factor',
  /** All services: wraps the keys of personal values (decision 093). */
  PERSON_KEY: 'person keys',
} as const;
export type PairSecret = keyof typeof pairs;

const fewestLetters = 32;

/**
 * One secret, or two while the second is replaced by the first or the first by the second: the first signs, both are
 * believed.
 */
const pairSecret = described(
  z
    .string()
    .transform((text) => text.split(/[\s,]+/).filter((part) => part !== ''))
    .refine((list) => list.length >= 1 && list.length <= 2 && list.every((part) => part.length >= fewestLetters)),
  {
    expected:
      '不少于 32 个字符的随机密钥（更换密钥期间为两个，用逗号分隔：前一个用于签名，两个都有效）；也可以只设置 ' +
      'INTERNAL_TOKEN',
    secret: true,
  },
);

/**
 * The former variable: one secret of all services, from which those of the pairs are derived. Who holds it can be
 * anybody.
 */
export const internalToken = described(z.string().min(fewestLetters), {
  expected: '不少于 32 个字符的随机密钥',
  secret: true,
});

/**
 * Variables with the secrets of some pairs. Spread into a service's schema; {@link namesMissing} names one that is not
 * given.
 */
export function pairEnv<N extends PairSecret>(
  ...names: readonly N[]
): Record<N, z.ZodOptional<typeof pairSecret>> & { INTERNAL_TOKEN: z.ZodOptional<typeof internalToken> } {
  return {
    ...(Object.fromEntries(names.map((name) => [name, pairSecret.optional()])) as Record<
      N,
      z.ZodOptional<typeof pairSecret>
    >),
    INTERNAL_TOKEN: internalToken.optional(),
  };
}

type Given = Partial<Record<PairSecret, readonly string[] | undefined>> & {
  readonly INTERNAL_TOKEN?: string | undefined;
};

/** For `superRefine` of a schema with {@link pairEnv}: each pair needs a secret of its own or the former variable. */
export function namesMissing(...names: readonly PairSecret[]): (given: Given, context: z.core.$RefinementCtx) => void {
  return (given, { addIssue }) => {
    for (const name of names) if (secretsOf(name, given).length === 0) addIssue({ code: 'custom', path: [name] });
  };
}

/**
 * The secrets of a pair, the one that signs first. What is derived from the former variable counts last, so that a pair
 * can be given its own while it runs.
 */
export function secretsOf(name: PairSecret, given: Given): readonly string[] {
  return [
    ...(given[name] ?? []),
    ...(given.INTERNAL_TOKEN === undefined ? [] : [derivedSecret(given.INTERNAL_TOKEN, pairs[name])]),
  ];
}

/** A secret for one purpose, made of one for all: it tells nothing of the other or of its kin. */
export function derivedSecret(root: string, purpose: string): string {
  return createHmac('sha256', root).update(`jwxt ${purpose}`).digest('hex');
}
