import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import type { StudentFile } from '@jwxt/contracts/student-status/file/student-file.operations.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';

/** Rewards of a student, by a day. */
export async function rewardsOf(
  db: Queryable,
  studentCode: string,
  day: string | null,
): Promise<StudentFile['rewards']> {
  const { rows } = await db.query<StudentFile['rewards'][number]>(
    `select reward_id as "rewardId", reward_name as "rewardName", coalesce(level.mc, '') as "levelName",
        reward_date::text as "rewardDate", coalesce(award_unit, '') as "awardUnit",
        coalesce(document_number, '') as "documentNumber"
       from base.reward left join base.data_dict level on level.dmlb = 'XJ_JLJB' and level.dm = reward_level
      where student_code = $1 and ($2::date is null or reward_date <= $2) order by reward_date desc, reward_name`,
    [studentCode, day],
  );
  return rows;
}

/** Punishments that were decided by a day, and which of them were in force on it. */
export async function punishmentsOf(
  db: Queryable,
  studentCode: string,
  day: string | null,
): Promise<StudentFile['punishments']> {
  const { rows } = await db.query<StudentFile['punishments'][number]>(
    `select punishment.punishment_id as "punishmentId", coalesce(kind.mc, '') as "punishName",
        coalesce(punish_date::text, '') as "punishDate", coalesce(document_number, '') as "documentNumber",
        coalesce(effect_date::text, '') as "effectDate",
        coalesce(case when remove_date <= coalesce($2::date, base.school_day()) then remove_date end::text, '')
          as "removeDate",
        exists (select from base.punishment_in_force($1, coalesce($2::date, base.school_day())) held
          where held.punishment_id = punishment.punishment_id) as "inForce"
       from base.punishment left join base.data_dict kind on kind.dmlb = 'XJ_CFMC' and kind.dm = punish_name
      where student_code = $1 and punish_status <> '3' and ($2::date is null or punish_date <= $2)
      order by punish_date desc nulls first`,
    [studentCode, day],
  );
  return rows;
}

/** Registrations of the semesters that had begun by a day. */
export async function registrationsOf(
  db: Queryable,
  studentCode: string,
  day: string | null,
): Promise<StudentFile['registrations']> {
  const { rows } = await db.query<
    Omit<StudentFile['registrations'][number], 'registerTime'> & { registered: Date | null }
  >(
    `select registration_id as "registrationId", semester.xnxqmc as "semesterName",
        coalesce(status.mc, '') as "registerStatusName", register_time as registered,
        coalesce(delay_reason, '') as "delayReason"
       from base.registration join base.semester on semester.xnxq = registration.semester_id
       left join base.data_dict status on status.dmlb = 'XTGL_ZCZT' and status.dm = register_status
      where student_code = $1 and ($2::date is null or semester.ksrq <= $2) order by semester_id desc`,
    [studentCode, day],
  );
  return rows.map(({ registered, ...row }) => ({ ...row, registerTime: registered && toDateTimeText(registered) }));
}
