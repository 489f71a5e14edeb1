import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { load, newStudent, oneRow, type CommandSamples } from './command-sample.ts';
import type { TestApp } from './commands-app.ts';
import { person } from './person.ts';

/** A role for casual users that nobody holds. */
async function newRole(t: TestApp, n: number): Promise<string> {
  await load(t, 'role', [{ jsbh: `r${n}`, jsmc: `角色${n}`, jslx: 'casual' }]);
  return `r${n}`;
}
async function newUser(t: TestApp, n: number): Promise<string> {
  await load(t, 'userAccount', [{ userName: `guest${n}`, name: `来宾${n}`, kind: 'casual', password: 'First@123' }]);
  return `guest${n}`;
}
/** Somebody who keeps roles, so that he may give all of them. */
async function assigned(t: TestApp, n: number): Promise<{ jsbh: string; userNames: string[] }> {
  const given = { jsbh: await newRole(t, n), userNames: [await newUser(t, n)] };
  await load(t, 'rolePermission', [{ jsbh: '01', qxbh: 'role:updateRoleInfo' }]);
  await load(t, 'userRole', [{ userName: 'admin', jsbh: '01' }]);
  return given;
}

/** A session of the administrator's. */
async function ownSession(t: TestApp, n: number): Promise<string> {
  const sessionId = String(n).padStart(32, 'a');
  await t.app.services.pool.query(
    `insert into gateway.session (id_hash, user_name, csrf_secret, created_at, last_seen_at, expires_at)
      values ($1, 'admin', 'x', now(), now(), now() + interval '1 hour')`,
    [sessionId.repeat(2)],
  );
  return sessionId;
}

/** What the administrator asks a second person for, under an id of its own. */
const asking = (n: number) => ({
  commandId: `dangerous-${String(n)}`,
  operation: 'role.delete',
  permission: 'role:deleteRoleByid',
  input: { jsbh: `gone${String(n)}` },
  told: `角色 gone${String(n)}`,
  reason: '不再使用',
});
const waiting = (t: TestApp, n: number) => t.accept<{ authId: string }>('secondPerson.ask', asking(n));

/** The administrator, who holds a permission of the university's business, hands it on. */
async function handedOn(t: TestApp, n: number): Promise<Record<string, unknown>> {
  await load(t, 'role', [{ jsbh: `h${n}`, jsmc: `业务${n}`, jslx: 'casual' }]);
  await load(t, 'rolePermission', [{ jsbh: `h${n}`, qxbh: 'teachingClass:query' }]);
  await load(t, 'userRole', [{ userName: 'admin', jsbh: `h${n}` }]);
  return {
    toUser: await newUser(t, n),
    permissions: ['teachingClass:query'],
    units: [],
    beginTime: toDateTimeText(Date.now()),
    endTime: toDateTimeText(Date.now() + 86_400_000),
    reason: '出差',
  };
}

/** Commands of roles and accounts. */
export const accessSamples: CommandSamples = {
  'role.create': {
    prepare: (_t, n) => ({ payload: { jsbh: `c${n}`, jsmc: `角色${n}`, jslx: '3', jsms: '', copyOf: null } }),
  },
  'role.update': {
    async prepare(t, n) {
      const jsbh = await newRole(t, n);
      const row = await oneRow<{ version: string }>(t, 'select xmin::text as version from base.role where jsbh = $1', [
        jsbh,
      ]);
      return { payload: { jsbh, jsmc: `新名${n}`, jsms: '', sfqy: '1', mfaRequired: '1', version: row.version } };
    },
  },
  'role.delete': { prepare: async (t, n) => ({ payload: { keys: [await newRole(t, n)], each: false } }) },
  'role.assignUsers': {
    prepare: async (t, n) => ({ payload: { ...(await assigned(t, n)), fromDate: null, toDate: null } }),
  },
  'role.removeUsers': {
    async prepare(t, n) {
      const given = await assigned(t, n);
      await t.accept('role.assignUsers', { ...given, fromDate: null, toDate: null });
      return { payload: given };
    },
  },
  'role.savePermissions': {
    async prepare(t, n) {
      const jsbh = await newRole(t, n);
      const row = await oneRow<{ version: string }>(t, 'select base.permission_version($1) as version', [jsbh]);
      return { payload: { jsbh, version: row.version, qxbhs: ['system:approve'] } };
    },
  },
  'permission.delete': {
    async prepare(t, n) {
      await load(t, 'rolePermission', [{ jsbh: await newRole(t, n), qxbh: `gone:${n}` }]);
      return { payload: { qxbh: `gone:${n}` } };
    },
  },
  'user.setRoles': {
    async prepare(t, n) {
      const { jsbh, userNames } = await assigned(t, n);
      return { payload: { userName: userNames[0], jsbhs: [jsbh] } };
    },
  },
  'user.setPasswords': {
    prepare: async (t, n) => ({
      payload: { passwords: [{ userName: await newUser(t, n), password: 'Other@123' }], mustChange: '1' },
    }),
  },
  'user.viewAs': {
    prepare: async (t, n) => ({
      payload: { sessionId: await ownSession(t, n), userName: await newUser(t, n), reason: '核实其为何看不到' },
    }),
  },
  'user.endViewAs': {
    async prepare(t, n) {
      const sessionId = await ownSession(t, n);
      await t.accept('user.viewAs', { sessionId, userName: await newUser(t, n), reason: '核实' });
      return { payload: { sessionId } };
    },
  },
  'systemUser.create': {
    prepare: (_t, n) => ({
      payload: {
        userName: `made${n}`,
        password: 'First@123',
        name: `新用户${n}`,
        departmentId: null,
        mobile: null,
        email: null,
        validTo: null,
      },
    }),
  },
  'systemUser.update': {
    async prepare(t, n) {
      const userName = await newUser(t, n);
      const { version } = await oneRow<{ version: string }>(
        t,
        'select xmin::text as version from base.user_account where user_name = $1',
        [userName],
      );
      const details = { name: `改名${n}`, departmentId: null, mobile: null, email: null, validTo: '2099-12-31' };
      return { payload: { userName, version, ...details } };
    },
  },
  'systemUser.delete': { prepare: async (t, n) => ({ payload: { keys: [await newUser(t, n)], each: false } }) },
  'systemUser.setStatus': {
    prepare: async (t, n) => ({ payload: { userNames: [await newUser(t, n)], to: 'stopped' } }),
  },
  'systemUser.syncUserInfo': {
    async prepare(t, n) {
      await newStudent(t, n + 500);
      return { payload: { people: [{ userName: `2026N${n + 500}`, password: 'First@123' }] } };
    },
  },
  'permissionTransfer.create': { prepare: async (t, n) => ({ payload: await handedOn(t, n) }) },
  'permissionTransfer.revoke': {
    async prepare(t, n) {
      const given = await t.accept<{ authId: string }>('permissionTransfer.create', await handedOn(t, n));
      return { payload: { ...given, reason: '已返校' } };
    },
  },
  'secondPerson.ask': { prepare: (_t, n) => ({ payload: asking(n) }) },
  'secondPerson.decide': {
    async prepare(t, n) {
      const { authId } = await waiting(t, n);
      await load(t, 'rolePermission', [{ jsbh: '01', qxbh: 'role:deleteRoleByid' }]);
      await load(t, 'userAccount', [{ userName: 'second', name: '另一人', kind: 'casual', password: 'First@123' }]);
      await load(t, 'userRole', [{ userName: 'second', jsbh: '01' }]);
      return { payload: { authId, agreed: true, opinion: '' }, envelope: { actor: person('second') } };
    },
  },
  'secondPerson.withdraw': { prepare: async (t, n) => ({ payload: await waiting(t, n) }) },
};
