import { randomUUID } from 'node:crypto';
import {
  clearClassDivision,
  divideFreshmenOperation,
  previewClassDivision,
} from '@jwxt/contracts/student-status/freshman/class-division.operations.ts';
import { classRule } from '@jwxt/contracts/student-status/freshman/number-rule.resource.ts';
import { timeOf, type Figure } from './figure.ts';
import type { ProductStage } from './stage.ts';

const freshmen = [8_000, 40] as const;
const classes = [240, 8] as const;
const MAJORS = 4;
const against = 'one update of the same rows in the database';

/**
 * The freshmen of a year into classes (STUDENT-STATUS-12), as a person does it: tried (`divide.preview`), then stored
 * with classes and log (`divide.store`).
 */
export async function measureDivision({ db, session, scale }: ProductStage): Promise<Figure[]> {
  const office = await session('office1');
  const [count, classNum] = [scale.size(...freshmen), scale.size(...classes)];
  const { rows: majors } = await db.query<{ id: string }>(
    `select njzydm as id from base.grade_major where sfqy = '1'
      order by njdm desc, njzydm desc limit ${String(MAJORS)}`,
  );
  const ids = majors.map(({ id }) => id);
  await db.query(
    `insert into base.freshman (freshman_key, examinee_number, student_name, sex_code, grade_major_id, njdm, dwh, zydm,
        xqdm, xslbdm, source_place, admit_score, id_type, id_number, freshman_status, report_time)
      select 'BENCH' || n, 'BENCH' || n, '新生' || n, case when n % 5 < 3 then '1' else '2' end, above.njzydm,
          above.njdm, above.dwh, above.zydm, above.xqdm, above.xslbdm, (11 + n * 7 % 30)::text,
          4500 + n * 7919 % 2000, 'A',
          'BENCH' || n, '1', now()
        from generate_series(1, $2::int) n
        join base.grade_major above on above.njzydm = ($1::text[])[1 + n % ${String(MAJORS)}]`,
    [ids, count],
  );
  const segment = (type: 'fixed' | 'major' | 'serial', length: number | null, value: string | null = null) => ({
    type,
    length,
    value,
  });
  const parts = [segment('fixed', null, 'BENCH'), segment('major', 4), segment('serial', 3)];
  const values = {
    ruleName: 'bench',
    numberSegments: parts,
    nameSegments: parts,
    studentType: null,
    sfqy: '1' as const,
  };
  const { key: classRuleId } = await office.call(classRule.operations.create, { commandId: randomUUID(), values });
  const plans = ids.map((gradeMajorId) => ({ gradeMajorId, classNum: classNum / MAJORS }));
  const asked = { plans, classRuleId, again: '0' as const };
  let digest = '';
  const preview = await timeOf(async () => ({ digest } = await office.call(previewClassDivision, asked)));
  const store = await timeOf(() => office.call(divideFreshmenOperation, { commandId: randomUUID(), ...asked, digest }));
  await office.call(clearClassDivision, { commandId: randomUUID(), gradeMajorIds: ids });
  const plain = await timeOf(() =>
    db.query(`update base.freshman set report_time = now() where freshman_key like 'BENCH%'`),
  );
  await db.query(`delete from base.freshman where freshman_key like 'BENCH%'`);
  const figure = (id: string, value: number): Figure => ({
    id: `divide.${id}`,
    unit: 'ms',
    value,
    baseline: plain,
    against,
  });
  return [figure('preview', preview), figure('store', store)];
}
