import { schemeVersionStatus } from '@jwxt/contracts/scheme/scheme-version.resource.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';

/** Why a version and its tree stay as they are, after its name; null: they may be changed (SCHEME-09, C7). */
export async function fixedVersion(db: Queryable, schemeVersionId: unknown): Promise<string | null> {
  const { rows } = await db.query<{ status: string; used: number }>(
    `select publish_status as status, (${VERSION_USE}) as used
       from base.scheme_version where scheme_version_id = $1`,
    [schemeVersionId],
  );
  const [version] = rows;
  if (!version) return null;
  if (version.used > 0) return `已有 ${String(version.used)} 个年级专业使用，不能修改，请复制为新版本`;
  if (version.status === schemeVersionStatus.published) return '已发布，不能修改，请先改回草稿或复制为新版本';
  return version.status === schemeVersionStatus.closed ? '已结束，不能修改，请复制为新版本' : null;
}

/** SQL: how many grade-majors use the version `$1`. */
export const VERSION_USE = `select count(distinct grade_major_id)::int as n from (
    select grade_major_id from base.grade_major_requirement where scheme_version_id = $1
    union all select grade_major_id from base.scheme_system
      where scheme_version_id = $1 and grade_major_id is not null) used`;
