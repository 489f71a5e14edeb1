import type { Appearance } from '@jwxt/contracts/session/appearance.operations.ts';
import { parameterOf } from '@jwxt/contracts/system-setting/parameter.vocabulary.ts';
import {
  isImageText,
  parameterType,
  publicParameters,
} from '@jwxt/contracts/system-setting/public-parameter.vocabulary.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';

/** Those whose value is a picture. */
const isPicture = (code: string): boolean => parameterOf(code)?.type === parameterType.image;

/** Some of the settings, each with its default. An image that no page could show counts as missing. */
export async function readAppearance<K extends keyof Appearance>(
  db: Queryable,
  names: readonly K[],
): Promise<Pick<Appearance, K>> {
  const { rows } = await db.query<{ code: K; value: string }>(
    `select param_code as code, para_value as value from base.parameter
      where param_code = any($1) and para_value <> ''`,
    [names],
  );
  const given = new Map(
    rows.filter(({ code, value }) => !isPicture(code) || isImageText(value)).map(({ code, value }) => [code, value]),
  );
  return Object.fromEntries(names.map((name) => [name, given.get(name) ?? publicParameters[name].initial])) as Pick<
    Appearance,
    K
  >;
}
