import { photoCheck, PHOTO_FILES, photoTypes } from '@jwxt/contracts/student-status/check/student-photo.vocabulary.ts';
import { checkPhotos, recordPhotos } from '@jwxt/contracts/student-status/check/student-photo.operations.ts';
import { applyOnce } from '../../kernel/applied-command.ts';
import { defineRoute, type CommandRoute } from '../../kernel/command-route.ts';
import { logOperations } from '../../kernel/operation-log.ts';
import { refuse } from '../../kernel/refusal.ts';
import type { ResourceRules } from '../../kernel/resource-routes.ts';

/** A row by itself says that a photo is to come; only what is there is checked (STUDENT-STATUS-08). */
export const studentPhotoRules: ResourceRules = {
  check: (_client, { checkResult }, before) =>
    Promise.resolve(
      checkResult !== photoCheck.waiting && (before?.['digest'] ?? null) === null
        ? [{ field: 'checkResult', message: '还没有上传照片，不能填写检查结果' }]
        : [],
    ),
};

interface Kept {
  key: string;
  before: object | null;
  after: object | null;
}

/** Writing photos whose bytes are in the store, and what looking at them came to. */
export const studentPhotoRoutes: readonly CommandRoute[] = [
  defineRoute(recordPhotos, ({ photoType, photos }, context, { pool }) =>
    applyOnce(pool, context, async (client) => {
      // Of several for one student the last one counts, as if they had come one by one.
      const last = [...new Map(photos.map((photo) => [photo.studentId, photo])).values()];
      const own = context.actor.studentCode !== null;
      const { rows: there } = await client.query<{ key: string; check: string }>(
        `select student_code as key, check_result as check from base.student_photo
          where photo_type = $1 and student_code = any($2) order by student_code for update`,
        [photoType, last.map(({ studentId }) => studentId)],
      );
      const kept = own ? there.filter(({ check }) => check === photoCheck.passed).map(({ key }) => key) : [];
      const coming = last.filter(({ studentId }) => !kept.includes(studentId));
      const given = JSON.stringify(coming);
      await client.query(
        `insert into base.file_resource (relational_id, file_uid, name, file_size, file_type, digest, business_table,
            business_id, uploader, uploader_name, uploaded_at)
         select photo."relationalId", photo."relationalId"::text, student.student_number || '_' || $2 || '.jpg',
            photo."fileSize", 'jpg', photo.digest, $3, photo."studentId" || '.' || $4, $5, $6, $7
           from jsonb_to_recordset($1::jsonb) as photo ("studentId" text, "relationalId" uuid, digest text,
             "fileSize" int)
           join base.student on student.student_code = photo."studentId"
         on conflict (relational_id) do nothing`,
        [
          given,
          photoTypes[photoType],
          PHOTO_FILES,
          photoType,
          context.actor.userName,
          context.actor.name,
          context.time,
        ],
      );
      const { rows: changes } = await client.query<Kept>(
        `with known as (select photo.photo_id, to_jsonb(photo) as row from base.student_photo photo
             where photo.photo_type = $2 and photo.student_code = any($6)),
           written as (insert into base.student_photo as stored (student_code, photo_type, relational_id, digest,
               photo_size, file_size, upload_time, uploader, uploader_name)
             select photo."studentId", $2, photo."relationalId", photo.digest, photo.width || '×' || photo.height,
               photo."fileSize", $3, $4, $5
               from jsonb_to_recordset($1::jsonb) as photo ("studentId" text, "relationalId" uuid, digest text,
                 width int, height int, "fileSize" int)
               join base.student on student.student_code = photo."studentId"
             on conflict (photo_id) do update set relational_id = excluded.relational_id, digest = excluded.digest,
               photo_size = excluded.photo_size, file_size = excluded.file_size, upload_time = excluded.upload_time,
               uploader = excluded.uploader, uploader_name = excluded.uploader_name, check_result = '0',
               check_opinion = null
             returning photo_id, to_jsonb(stored) as row)
         select written.photo_id as key, known.row as before, written.row as after
           from written left join known using (photo_id)`,
        [
          given,
          photoType,
          context.time,
          context.actor.userName,
          context.actor.name,
          coming.map(({ studentId }) => studentId),
        ],
      );
      await logOperations(client, context, 'upload', 'studentPhoto', changes);
      return { recorded: changes.length, kept };
    }),
  ),
  defineRoute(checkPhotos, ({ keys, checkResult, checkOpinion }, context, { pool }) =>
    applyOnce(pool, context, async (client) => {
      const { rows } = await client.query<Kept>(
        `with known as (select photo_id, to_jsonb(photo) as row from base.student_photo photo
             where photo_id = any($1) and digest is not null order by photo_id for update),
           written as (update base.student_photo stored set check_result = $2, check_opinion = nullif($3, '')
             where photo_id in (select photo_id from known) returning photo_id, to_jsonb(stored) as row)
         select written.photo_id as key, known.row as before, written.row as after
           from written join known using (photo_id)`,
        [keys, checkResult, checkResult === photoCheck.refused ? checkOpinion : ''],
      );
      if (rows.length === 0) return refuse('PHOTO_NONE');
      await logOperations(client, context, 'check', 'studentPhoto', rows);
      return { checked: rows.length };
    }),
  ),
];
