import { secondaryAuthStreams } from '@jwxt/contracts/approval/secondary-auth.state.ts';
import { readModelTitles } from '@jwxt/contracts/system/read-model.vocabulary.ts';
import { defineProjection } from '../kernel/projection.ts';
import { defineTable } from '../kernel/table.ts';

interface AuthorisationRow {
  auth_id: string;
  auth_type: string;
  from_user: string;
  from_name: string;
  to_user: string;
  to_name: string;
  to_department_name: string | null;
  process_nos: readonly string[];
  begin_time: string;
  end_time: string;
  reason: string;
  granted_at: string;
  revoked_at: string | null;
}
const authorisation = defineTable<AuthorisationRow>('authorisation', {
  columns: {
    auth_id: 'text',
    auth_type: 'text',
    from_user: 'text',
    from_name: 'text',
    to_user: 'text',
    to_name: 'text',
    to_department_name: 'text',
    process_nos: 'text[]',
    begin_time: 'timestamptz',
    end_time: 'timestamptz',
    reason: 'text',
    granted_at: 'timestamptz',
    revoked_at: 'timestamptz',
  },
  key: ['auth_id'],
  indexes: ['(from_user, granted_at desc)', '(to_user, granted_at desc)', '(end_time)'],
});

/** Who may decide in whose place, and when (审批代理). */
export const secondaryAuths = defineProjection({
  name: 'secondary-auth',
  title: readModelTitles['secondary-auth'],
  version: 1,
  streams: [secondaryAuthStreams],
  tables: [authorisation],
  load: (rows, events) =>
    rows.load(
      authorisation,
      events.map(({ data }) => [data.authId]),
    ),
  handlers: {
    SecondaryAuthGranted(rows, { data, time }) {
      rows.set(authorisation, {
        auth_id: data.authId,
        auth_type: data.authType,
        from_user: data.fromUser.userName,
        from_name: data.fromUser.name,
        to_user: data.toUser.userName,
        to_name: data.toUser.name,
        to_department_name: data.toUser.departmentName,
        process_nos: data.processNos,
        begin_time: data.beginTime,
        end_time: data.endTime,
        reason: data.reason,
        granted_at: time,
        revoked_at: null,
      });
      rows.notice.user(data.fromUser.userName);
      rows.notice.user(data.toUser.userName);
    },
    SecondaryAuthRevoked(rows, { data, time }) {
      rows.change(authorisation, [data.authId], { revoked_at: time });
      rows.notice.user(data.fromUserName);
      rows.notice.user(data.toUserName);
    },
  },
});
