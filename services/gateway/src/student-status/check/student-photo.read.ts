import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import { allowsSql } from '@jwxt/infra/runtime/status-allowance.ts';
import {
  photoCheck,
  type PhotoCheck,
  type PhotoType,
} from '@jwxt/contracts/student-status/check/student-photo.vocabulary.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { studentScope } from '../../base-info/shared/student-scope.ts';
import type { Principal } from '../../kernel/principal.ts';
import { scopeCondition } from '../../kernel/scope.ts';
import { selection, type Selection } from '../../kernel/selection.ts';
import { sqlParams, type SqlParams } from '../../kernel/sql-params.ts';

/** Who asks, and under which permission. */
interface Asking {
  readonly user: Principal;
  readonly permission: PermissionCode | null;
}

const inScope = ({ user, permission }: Asking, params: SqlParams): string =>
  scopeCondition(user, permission, studentScope('student'), params);

/** The student of a key, when the person reaches it. */
export async function reachesStudent(db: Queryable, asking: Asking, studentCode: string): Promise<boolean> {
  const params = sqlParams();
  const reach = inScope(asking, params);
  const { rowCount } = await db.query(
    `select from base.student where student_code = ${params.add(studentCode)} and ${reach}`,
    [...params.values],
  );
  return rowCount === 1;
}

/** The students within reach whom 学号 or 证件号 name, by that number in capitals. */
export async function studentsByNumber(
  db: Queryable,
  asking: Asking,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const params = sqlParams();
  const reach = inScope(asking, params);
  const given = params.add(numbers);
  const { rows } = await db.query<{ key: string; number: string; idNumber: string | null }>(
    `select student_code as key, upper(student_number) as number, upper(id_number) as "idNumber" from base.student
      where (upper(student_number) = any(${given}) or upper(id_number) = any(${given})) and ${reach}`,
    [...params.values],
  );
  return new Map([
    ...rows.flatMap(({ key, idNumber }) => (idNumber === null ? [] : [[idNumber, key] as const])),
    ...rows.map(({ key, number }) => [number, key] as const),
  ]);
}

/** Those of some photos that the person reaches. */
export async function photosInReach(db: Queryable, asking: Asking, keys: readonly string[]): Promise<string[]> {
  const params = sqlParams();
  const reach = inScope(asking, params);
  const { rows } = await db.query<{ key: string }>(
    `select photo.photo_id as key from base.student_photo photo join base.student using (student_code)
      where photo.photo_id = any(${params.add(keys)}) and ${reach}`,
    [...params.values],
  );
  return rows.map(({ key }) => key);
}

/** A photo as it is kept. */
export interface PhotoRow {
  readonly key: string;
  readonly photoType: PhotoType;
  readonly digest: string;
  readonly checkResult: PhotoCheck;
  readonly checkOpinion: string | null;
  readonly uploadTime: Date;
  readonly studentNumber: string;
}
const columns = `photo.photo_id as key, photo.photo_type as "photoType", photo.digest,
  photo.check_result as "checkResult", photo.check_opinion as "checkOpinion", photo.upload_time as "uploadTime",
  student.student_number as "studentNumber"`;

/** The photos of a student. */
export async function photosOf(db: Queryable, studentCode: string): Promise<PhotoRow[]> {
  const { rows } = await db.query<PhotoRow>(
    `select ${columns} from base.student_photo photo join base.student using (student_code)
      where student_code = $1 and photo.digest is not null order by photo.photo_type`,
    [studentCode],
  );
  return rows;
}

/** What a list of photos is asked for. */
export interface PhotoFilter {
  readonly photoType: PhotoType;
  readonly checkResult?: PhotoCheck | undefined;
  readonly departmentId?: string | undefined;
  readonly bjdm?: string | undefined;
}

function ofPlace({ departmentId, bjdm }: PhotoFilter, params: SqlParams): string {
  return [
    'true',
    ...(departmentId ? [`student.dwh = ${params.add(departmentId)}`] : []),
    ...(bjdm ? [`student.bjdm = ${params.add(bjdm)}`] : []),
  ].join(' and ');
}

/** Photos within reach, by 学号. */
export async function listPhotos(
  db: Queryable,
  asking: Asking,
  filter: PhotoFilter,
  most: number,
): Promise<PhotoRow[]> {
  const params = sqlParams();
  const conditions = [
    `photo.photo_type = ${params.add(filter.photoType)} and photo.digest is not null`,
    inScope(asking, params),
    ofPlace(filter, params),
    ...(filter.checkResult ? [`photo.check_result = ${params.add(filter.checkResult)}`] : []),
  ];
  const { rows } = await db.query<PhotoRow>(
    `select ${columns} from base.student_photo photo join base.student using (student_code)
      where ${conditions.join(' and ')} order by student.student_number limit ${params.add(most)}`,
    [...params.values],
  );
  return rows;
}

/** A student who lacks a photo. */
export interface MissingPhoto {
  readonly studentNumber: string;
  readonly studentName: string;
  readonly departmentName: string;
  readonly className: string;
  readonly checkOpinion: string | null;
}

/** Students on the books without a photo of a type, or with one that was found bad. */
export function missingPhotos(asking: Asking, filter: PhotoFilter): Selection<MissingPhoto> {
  const params = sqlParams();
  const conditions = [
    inScope(asking, params),
    ofPlace(filter, params),
    `${allowsSql('student.dqztm', 'countInStatistics')}`,
    `(photo.digest is null or photo.check_result = ${params.add(photoCheck.refused)})`,
  ];
  return selection<MissingPhoto>(
    `select student.student_number as "studentNumber", student.student_name as "studentName",
        department.dwmc as "departmentName", class_info.bjmc as "className", photo.check_opinion as "checkOpinion"
       from base.student join base.department on department.dwh = student.dwh
       join base.class_info on class_info.bjdm = student.bjdm
       left join base.student_photo photo on photo.student_code = student.student_code
         and photo.photo_type = ${params.add(filter.photoType)}
      where ${conditions.join(' and ')} order by student.student_number`,
    params.values,
  );
}
