import type { FieldError } from '@jwxt/contracts/kernel/envelope.ts';
import type { WireRow } from '@jwxt/contracts/kernel/resource-field.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import { allowsSql } from '@jwxt/infra/runtime/status-allowance.ts';
import type { ResourceRules } from '../kernel/resource-routes.ts';
import { usedBy } from './shared/use-count.ts';

export const gradeRules: ResourceRules = {
  uses: [
    usedBy('年级专业', '个', 'grade_major', 'njdm'),
    usedBy('行政班', '个', 'class_info', 'njdm'),
    usedBy('学生', '名', 'student', 'njdm'),
  ],
  async check(client, { njdm, sfzx }, before) {
    if (before === null || sfzx === yesNo.yes || before['sfzx'] === yesNo.no) return [];
    const { rows } = await client.query<{ n: number }>(
      `select count(*)::int as n from base.student where njdm = $1 and ${allowsSql('dqztm', 'inSchool')}`,
      [njdm],
    );
    const n = rows[0]?.n ?? 0;
    return n === 0 ? [] : [{ field: 'sfzx', message: `该年级还有 ${String(n)} 名在读学生` }];
  },
};

/** Semesters do not overlap; one that is archived stays as it is, and the current one is in use (BASE-DATA-16). */
export const semesterRules: ResourceRules = {
  uses: [
    {
      what: '当前学期的设置',
      unit: '处',
      count: `select count(*) as n from base.semester where xnxq = $1 and sfdqxq = '1'`,
    },
    usedBy('教学班', '个', 'teaching_class', 'semester_id'),
    usedBy('执行计划', '条', 'execution_plan', 'xnxq'),
    usedBy('录入时间', '条', 'score_term_control', 'semester_id'),
  ],
  kept: (_client, { sfgd }) => Promise.resolve(sfgd === yesNo.yes ? '已归档，不能修改' : null),
  async derive(client, { xnxq }) {
    const [year, term] = [String(xnxq).slice(0, 9), String(xnxq).slice(10)];
    const { rows } = await client.query<{ mc: string }>(
      `select mc from base.data_dict where dmlb = 'XTGL_XQM' and dm = $1`,
      [term],
    );
    return { xnzj: year, xqm: term, xnxqmc: `${year}学年${rows[0]?.mc ?? `第${term}学期`}` };
  },
  check: async (client, values, before) => [
    ...(await overlap(client, values)),
    ...(values['sfqy'] === yesNo.no && before?.['sfdqxq'] === yesNo.yes
      ? [{ field: 'sfqy', message: '当前学期不能停用，请先切换当前学期' }]
      : []),
  ],
};

async function overlap(client: PoolClient, { xnxq, ksrq, jsrq }: WireRow): Promise<FieldError[]> {
  const { rows } = await client.query<{ name: string }>(
    `select xnxqmc as name from base.semester where xnxq <> $1 and ksrq <= $3 and jsrq >= $2 order by xnxq limit 1`,
    [xnxq, ksrq, jsrq],
  );
  return rows.map(({ name }) => ({ field: 'ksrq', message: `起止日期与“${name}”重叠` }));
}
