import {
  CLASSES_AT_MOST,
  codeTables,
  findAllGrades,
  findClasses,
  findCodesByTable,
  findGradeMajors,
  getAllTimes,
} from '@jwxt/contracts/base-info/lookup.operations.ts';
import { referenceTable } from '@jwxt/contracts/kernel/resource-field.ts';
import { handler } from '../kernel/handler.ts';
import { containing, sqlParams, type SqlParams } from '../kernel/sql-params.ts';
import { loadTimes } from './class-time.read.ts';

/** `column = value` for what is given. */
function equal(given: Readonly<Record<string, string | undefined>>, params: SqlParams): string[] {
  return Object.entries(given).flatMap(([column, value]) => (value ? [`${column} = ${params.add(value)}`] : []));
}

const gradesHandler = handler(findAllGrades, async (_input, { services: { db } }) => {
  const { rows } = await db.query<{ njdm: string; njmc: string }>(
    `select njdm, njmc from base.grade where sfqy = '1' order by njdm desc`,
  );
  return rows;
});

const classesHandler = handler(findClasses, async ({ bjmc, ...given }, { services: { db } }) => {
  const params = sqlParams();
  const conditions = [`sfqy = '1'`, `sfby = '0'`, ...equal(given, params)];
  if (bjmc) conditions.push(`bjmc ilike ${params.add(containing(bjmc))}`);
  const { rows } = await db.query<{ bjdm: string; bjmc: string }>(
    `select bjdm, bjmc from base.class_info where ${conditions.join(' and ')} order by njdm desc, ywbm
      limit ${String(CLASSES_AT_MOST)}`,
    [...params.values],
  );
  return rows;
});

const gradeMajorsHandler = handler(findGradeMajors, async ({ nj, xy, zydm }, { services: { db } }) => {
  const params = sqlParams();
  const conditions = [`sfqy = '1'`, ...equal({ njdm: nj, dwh: xy, zydm }, params)];
  const { rows } = await db.query<{ njzydm: string; njzymc: string }>(
    `select njzydm, njzymc from base.grade_major where ${conditions.join(' and ')} order by njdm desc, njzydm`,
    [...params.values],
  );
  return rows;
});

const timesHandler = handler(getAllTimes, async ({ xqdm = '' }, { services: { db } }) => {
  const rows = await loadTimes(db, xqdm);
  return rows.map((row) => ({ festivalsCode: row.timeCode, festivalsName: row.timeName, ...row }));
});

const codesHandler = handler(findCodesByTable, async ({ table, dm, mc }, { services: { db } }) => {
  const named = codeTables.find((each) => each === table);
  const params = sqlParams();
  const source =
    named === undefined
      ? `select dm, mc, lpad(pxh::text, 9, '0') as place from base.data_dict
          where sfqy = '1' and dmlb = ${params.add(table)}`
      : `select ${referenceTable(named).key} as dm, ${referenceTable(named).name} as mc, '' as place
          from base.${referenceTable(named).table} where sfqy = '1'`;
  const conditions = ['true', ...equal({ dm }, params)];
  if (mc) conditions.push(`mc ilike ${params.add(containing(mc))}`);
  const { rows } = await db.query<{ dm: string; mc: string }>(
    `select dm, mc from (${source}) codes where ${conditions.join(' and ')} order by place, dm limit 1000`,
    [...params.values],
  );
  return rows;
});

/** Codes and names of base data for whoever is signed in. */
export const lookupHandlers = [gradesHandler, classesHandler, gradeMajorsHandler, timesHandler, codesHandler];
