import { secondaryAuthStreams } from '@jwxt/contracts/approval/secondary-auth.state.ts';
import { secondaryAuthModel } from '@jwxt/contracts/approval/secondary-auth.read-model.ts';
import { defineProjection } from '../kernel/projection.ts';

const { authorisation } = secondaryAuthModel.tables;

/** Who may decide in whose place, and when (审批代理). */
export const secondaryAuths = defineProjection({
  readModel: secondaryAuthModel,
  version: 1,
  streams: [secondaryAuthStreams],
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
