import type { Appearance } from '@jwxt/contracts/session/appearance.operations.ts';
import { parameterOf } from '@jwxt/contracts/system-setting/parameter.vocabulary.ts';
import {
  isImageText,
  parameterType,
  publicParameters,
} from '@jwxt/contracts/system-setting/public-parameter.vocabulary.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';

/** Whether a value says something: a picture that no page could show does not, an empty one only of a switch. */
function saysSomething(code: string, value: string): boolean {
  const type = parameterOf(code)?.type;
  return type === parameterType.image ? isImageText(value) : value !== '' || type === parameterType.yesNo;
}

/** Some of the settings, each with its default for a value that says nothing. */
export async function readAppearance<K extends keyof Appearance>(
  db: Queryable,
  names: readonly K[],
): Promise<Pick<Appearance, K>> {
  const { rows } = await db.query<{ code: K; value: string }>(
    `select param_code as code, para_value as value from base.parameter where param_code = any($1)`,
    [names],
  );
  const given = new Map(
    rows.filter(({ code, value }) => saysSomething(code, value)).map(({ code, value }) => [code, value]),
  );
  return Object.fromEntries(names.map((name) => [name, given.get(name) ?? publicParameters[name].initial])) as Pick<
    Appearance,
    K
  >;
}
