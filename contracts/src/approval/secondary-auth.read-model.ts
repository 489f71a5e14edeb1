import { defineReadModel, orNull, table, text, textArray, timestamp } from '../kernel/read-model.ts';

/** Who may decide in whose place, and when (审批代理). */
export const secondaryAuthModel = defineReadModel({
  name: 'secondary-auth',
  tables: {
    authorisation: table(
      {
        auth_id: text(),
        auth_type: text(),
        from_user: text(),
        from_name: text(),
        to_user: text(),
        to_name: text(),
        to_department_name: orNull(text()),
        process_nos: textArray(),
        begin_time: timestamp(),
        end_time: timestamp(),
        reason: text(),
        granted_at: timestamp(),
        revoked_at: orNull(timestamp()),
      },
      { key: ['auth_id'], indexes: ['(from_user, granted_at desc)', '(to_user, granted_at desc)', '(end_time)'] },
    ),
  },
});
