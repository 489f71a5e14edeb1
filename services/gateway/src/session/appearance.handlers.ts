import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import {
  appearance,
  loginBackground,
  mainBackground,
  menuLogo,
  mottos,
  parameterByCode,
  parameterByName,
  qrCheck,
  schoolLogo,
  systemSet,
  systemTitle,
  type Appearance,
} from '@jwxt/contracts/session/appearance.operations.ts';
import { sessionError } from '@jwxt/contracts/system/request-error.vocabulary.ts';
import { publicParameters } from '@jwxt/contracts/system-setting/public-parameter.vocabulary.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { handler, publicHandler } from '../kernel/handler.ts';
import { Refused } from '../kernel/refused.ts';
import { readAppearance } from './appearance.read.ts';

const names = Object.keys(appearance.shape) as (keyof Appearance)[];
/** Address where people sign in by scanning a code; empty: they do not (LOGIN-21). */
const QR_ADDRESS = 'SMDLDZ';

interface Parameter {
  paramCode: string;
  paraName: string;
  paraValue: string;
}

const byCodeHandler = publicHandler(parameterByCode, async ({ paramCode }, { services, user }) => {
  if (!user && !(await isPublic(services.db, paramCode))) throw new Refused(sessionError.expired);
  return readParameter(services.db, 'param_code', paramCode);
});

/** Whether who has not signed in may read a parameter: it is declared so, or the school has made its own so. */
async function isPublic(db: Queryable, paramCode: string): Promise<boolean> {
  if (Object.hasOwn(publicParameters, paramCode)) return true;
  const { rowCount } = await db.query(`select from base.parameter where param_code = $1 and is_public = '1'`, [
    paramCode,
  ]);
  return rowCount === 1;
}

const qrHandler = publicHandler(qrCheck, async (_input, { services: { db } }) => {
  const {
    rows: [row],
  } = await db.query<{ url: string }>('select para_value as url from base.parameter where param_code = $1', [
    QR_ADDRESS,
  ]);
  const isAddress = row !== undefined && /^https?:\/\//.test(row.url) && URL.canParse(row.url);
  return isAddress ? { enabled: yesNo.yes, url: row.url } : { enabled: yesNo.no, url: '' };
});

export const appearanceHandlers = [
  publicHandler(systemSet, (_input, { services }) => readAppearance(services.db, names)),
  publicHandler(schoolLogo, (_input, { services }) => readAppearance(services.db, ['schoolName', 'xxlogo'])),
  publicHandler(menuLogo, (_input, { services }) => readAppearance(services.db, ['schoolName', 'cdlogo'])),
  publicHandler(loginBackground, (_input, { services }) => readAppearance(services.db, ['dlybj', 'dlnybj'])),
  publicHandler(systemTitle, (_input, { services }) => readAppearance(services.db, ['dlbt'])),
  publicHandler(mottos, (_input, { services }) => readAppearance(services.db, ['zxx', 'yxx'])),
  publicHandler(mainBackground, (_input, { services }) => readAppearance(services.db, ['sybj'])),
  byCodeHandler,
  handler(parameterByName, ({ paraName }, { services }) => readParameter(services.db, 'para_name', paraName)),
  qrHandler,
];

async function readParameter(db: Queryable, column: 'param_code' | 'para_name', value: string): Promise<Parameter> {
  const {
    rows: [row],
  } = await db.query<Parameter>(
    `select param_code as "paramCode", para_name as "paraName", para_value as "paraValue" from base.parameter
      where ${column} = $1 order by param_code limit 1`,
    [value],
  );
  if (!row) throw new Refused('NOT_FOUND');
  return row;
}
