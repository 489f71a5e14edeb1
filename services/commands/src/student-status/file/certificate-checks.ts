import { textOf } from '@jwxt/contracts/kernel/resource-values.ts';
import { certificateNumber, nationalFormOf } from '@jwxt/contracts/student-status/file/certificate.rules.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import type { ResourceRules } from '../../kernel/resource-routes.ts';

/** Numbers of certificates, among those that are counted. */
const CERTIFICATE = '5';

/** The school's national code, empty where nobody has set it, and the level of the student's major. */
async function factsOf(client: PoolClient, studentCode: string): Promise<{ school: string; level: string }> {
  const { rows } = await client.query<{ school: string; level: string }>(
    `select coalesce((select para_value from base.parameter where param_code = 'XXDM'), '') as school,
        grade_major.pyccm as level
       from base.student join base.grade_major on grade_major.njzydm = student.njzydm where student_code = $1`,
    [studentCode],
  );
  return rows[0] ?? { school: '', level: '' };
}

/** The next number of the ministry's form for this certificate; null where the school or its level is not known. */
async function nextNumber(client: PoolClient, type: string, studentCode: string, year: string): Promise<string | null> {
  const facts = { ...(await factsOf(client, studentCode)), year };
  const begun = facts.school === '' ? null : certificateNumber(type, facts, 0);
  if (!begun) return null;
  for (;;) {
    const { rows } = await client.query<{ last: string }>(
      `insert into base.code_serial (object_type, counted_by, last) values ($1, $2, 1)
         on conflict (object_type, counted_by) do update set last = code_serial.last + 1 returning last`,
      [CERTIFICATE, `prefix:${begun.prefix}`],
    );
    const number = certificateNumber(type, facts, Number(rows[0]?.last))?.number ?? '';
    const taken = await client.query('select from base.student_certificate where certificate_number = $1', [number]);
    if (taken.rowCount === 0) return number;
  }
}

/** STUDENT-STATUS-07: diplomas and degrees without a number get the next one of the ministry's form. */
export const studentCertificateRules: ResourceRules = {
  async derive(client, values) {
    const [type, number, issued] = ['certificateType', 'certificateNumber', 'issueDate'].map((name) =>
      textOf(values[name]),
    );
    if (number || !issued || !nationalFormOf(type ?? '')) return {};
    return {
      certificateNumber: await nextNumber(client, type ?? '', textOf(values['studentCode']), issued.slice(0, 4)),
    };
  },
  async check(client, values) {
    if (values['certificateNumber'] || !nationalFormOf(textOf(values['certificateType']))) return [];
    const { school } = await factsOf(client, textOf(values['studentCode']));
    return school === '' ? [{ field: 'certificateNumber', message: '请填写编号，或先在系统参数中设置学校代码' }] : [];
  },
};
