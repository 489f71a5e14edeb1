import { student } from '@jwxt/contracts/base-info/person.resource.ts';
import type { DataDimension, StudentDataDimension } from '@jwxt/contracts/data-scope/data-dimension.operations.ts';
import { studentDimensionFields } from '@jwxt/contracts/data-scope/student-dimension.vocabulary.ts';
import { modules } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import { ALL_ROWS, macrosOf, scopeMacros } from '@jwxt/contracts/kernel/node-scopes.ts';
import { scopeSources } from '@jwxt/contracts/kernel/scope-source.vocabulary.ts';
import { yesNoOf } from '@jwxt/contracts/kernel/yes-no.ts';
import { studentFunctions, studentModules } from '@jwxt/contracts/student-functions.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';

type Raw = Pick<DataDimension, 'sjqxbh' | 'wdmc' | 'sfqy' | 'sortNum' | 'usedBy' | 'version'>;

/** SYSADMIN-19, in their order. */
export async function readDataDimensions(db: Queryable): Promise<DataDimension[]> {
  return (await readRaw(db, 'data_dimension', null)).map(view);
}

/** SYSADMIN-20, in their order. */
export async function readStudentDataDimensions(db: Queryable): Promise<StudentDataDimension[]> {
  const applyModules = modules.filter(({ route }) => studentModules.includes(route)).map(({ title }) => title);
  return (await readRaw(db, 'student_data_dimension', [...studentFunctions])).map((row) => {
    const studentField = studentDimensionFields[row.sjqxbh];
    return { ...view(row), studentField, studentFieldName: student.fields[studentField].label, applyModules };
  });
}

async function readRaw(db: Queryable, table: string, functions: string[] | null): Promise<Raw[]> {
  const { rows } = await db.query<Raw>(
    `select dimension.sjqxbh, dimension.wdmc, dimension.sfqy, dimension.sort_num as "sortNum",
        dimension.xmin::text as version,
        (select count(*)::int from base.role_scope saved where saved.sjqxbh = dimension.sjqxbh and saved.fwz <> $1
          and ($2::text[] is null or saved.qxbh = any($2))) as "usedBy"
      from base.${table} dimension order by dimension.sort_num, dimension.sjqxbh`,
    [ALL_ROWS, functions],
  );
  return rows;
}

const view = (row: Raw): DataDimension => ({
  ...row,
  sourceTable: scopeSources[row.sjqxbh].title,
  isTree: yesNoOf(row.sjqxbh === 'DW'),
  macros: macrosOf[row.sjqxbh].map((code) => ({ code, name: scopeMacros[code] })),
});
