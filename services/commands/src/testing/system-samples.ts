import { createHash, randomUUID } from 'node:crypto';
import { RECOGNITION_FILES } from '@jwxt/contracts/file/file.vocabulary.ts';
import { RECOVERY_CODES } from '@jwxt/contracts/session/second-factor.vocabulary.ts';
import { approvalCategoryRows } from '@jwxt/infra/base-data/approval-category.data.ts';
import { domainRows, noticeTypes } from '@jwxt/infra/base-data/notice.data.ts';
import { load, newStudent, oneRow, type CommandSamples } from './command-sample.ts';
import type { TestApp } from './commands-app.ts';
import { person } from './person.ts';
import { people } from './score-school.ts';

const { office, clerk, dean } = people;
const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

/** A token of somebody who may add a campus. */
const token = async (t: TestApp, n: number) => ({
  tokenHash: hash(`token-${n}`),
  name: `程序${n}`,
  owner: await newCampusKeeper(t, n),
  permissions: ['campus:create'],
  units: [],
  addresses: ['10.0.0.0/8'],
  expiresAt: new Date(Date.now() + 30 * 86_400_000).toISOString(),
});

async function newCampusKeeper(t: TestApp, n: number): Promise<string> {
  const userName = await newAccount(t, n);
  await load(t, 'role', [{ jsbh: 'XQ', jsmc: '校区维护', jslx: 'casual' }]);
  await load(t, 'rolePermission', [{ jsbh: 'XQ', qxbh: 'campus:create' }]);
  await load(t, 'userRole', [{ userName, jsbh: 'XQ' }]);
  return userName;
}

async function newAccount(t: TestApp, n: number): Promise<string> {
  await load(t, 'userAccount', [{ userName: `user${n}`, name: `用户${n}`, kind: 'casual', password: 'First@123' }]);
  return `user${n}`;
}

/** What is kept of a second factor; who has it. */
const factor = (n: number) => ({
  sealed: `sealed-${n}`,
  period: 59_000_000,
  codeHashes: Array.from({ length: RECOVERY_CODES }, (_, index) => hash(`recovery-${n}-${index}`)),
});
async function factorHolder(t: TestApp, n: number) {
  const actor = person(await newAccount(t, n));
  await t.accept('secondFactor.bind', factor(n), { actor });
  return actor;
}

const notice = (n: number, users: readonly string[] = ['dean1']) => ({
  noticeId: `notice-${n}`,
  noticeName: `通知${n}`,
  noticeTypeId: 'tz',
  content: '<p>请查收</p>',
  audience: { users },
});
async function createdNotice(t: TestApp, n: number): Promise<{ noticeId: string }> {
  return await t.accept<{ noticeId: string }>('noticeInfo.create', notice(n), { actor: office });
}
async function publishedNotice(t: TestApp, n: number): Promise<{ noticeId: string }> {
  const created = await createdNotice(t, n);
  await t.accept('noticeInfo.publish', created, { actor: office });
  return created;
}
const guide = (n: number) => ({
  operationGuideId: `guide-${n}`,
  noticeName: `指南${n}`,
  domainService: '01',
  content: '<p>步骤</p>',
});
const createdGuide = (t: TestApp, n: number): Promise<object> =>
  t.accept<object>('operationGuide.create', guide(n), { actor: office });
const messageOf = (t: TestApp, noticeId: string) =>
  oneRow<{ id: string }>(
    t,
    `select audience.system_message_audience_id::text as id from base.system_message_audience audience
      join base.system_message_entity message using (system_message_entity_id)
      where message.notice_id = $1 and audience.user_name = 'dean1'`,
    [noticeId],
  );

async function newCategory(t: TestApp, n: number): Promise<{ menuCatagoryId: string; version: number }> {
  await load(t, 'menuCategory', [{ menuCatagoryId: `C${n}`, menuCatagoryName: `分类${n}`, sortNum: n }]);
  return await oneRow(
    t,
    'select menu_catagory_id as "menuCatagoryId", version from base.menu_category where menu_catagory_id = $1',
    [`C${n}`],
  );
}
async function newMenu(
  t: TestApp,
  n: number,
  menuCatagoryId: string | null,
): Promise<{ menuId: string; version: number }> {
  await load(t, 'menu', [
    {
      menuId: `A${n}`,
      menuName: `应用${n}`,
      menuType: '1',
      url: `/jwxt/gly/m${n}`,
      iconContent: 'apps',
      moduleId: null,
      menuCatagoryId,
      dataStatus: menuCatagoryId === null ? 'HIDDEN' : 'SHOW',
      sortNum: n,
    },
  ]);
  return await oneRow(t, 'select menu_id as "menuId", version from base.menu where menu_id = $1', [`A${n}`]);
}

/** A teacher whose name has a blank too many: found by monitoring point XX05, cleaned quickly. */
async function untidyTeacher(t: TestApp, n: number): Promise<{ resultId: number }> {
  await load(t, 'teacher', [
    { gh: `U${n}`, ywbm: `U${n}`, xm: `乱${n}`, xbm: '1', dwh: '101', dqztm: '11', sfrk: '1' },
  ]);
  await t.app.services.pool.query('update base.teacher set xm = $2 where gh = $1', [`U${n}`, ` 乱 ${n}`]);
  await t.accept('monitor.recheck', { pointCodes: ['XX05'] });
  return await oneRow(
    t,
    `select result_id as "resultId" from base.monitor_result
      where point_code = 'XX05' and business_key = $1 and handle_status = '0'`,
    [`U${n}`],
  );
}

const file = (n: number) => ({
  relationalId: randomUUID(),
  fileUid: 'u',
  name: 'a.pdf',
  fileSize: 4,
  fileType: 'pdf',
  businessTable: RECOGNITION_FILES,
  businessId: `file-${n}`,
  digest: hash(String(n)),
});

/** A session that is open. */
async function openSession(t: TestApp, n: number): Promise<string> {
  const id = hash(`session-${n}`);
  await t.app.services.pool.query(
    `insert into gateway.session (id_hash, user_name, csrf_secret, created_at, last_seen_at, expires_at)
      values ($1, 'dean1', 'x', now(), now(), now() + interval '1 hour')`,
    [id],
  );
  return id.slice(0, 32);
}

/** A read model that serves, for requests about it. */
async function readModel(t: TestApp, n: number): Promise<string> {
  const name = `model-${n}`;
  await t.app.services.pool.query(
    `insert into projection.read_model (name, generation, version, status, schema_name, started_at, updated_at)
      values ($1, 1, 1, 'serving', $1, now(), now())`,
    [name],
  );
  return name;
}

const ownMarks = 'what is read stays read: each tells how much it marked itself';

/** Commands of the platform: base data, menus, notices, files, sessions, the data monitor, transcripts. */
export const systemSamples: CommandSamples = {
  'reference.load': {
    prepare: (_t, n) => ({ payload: { resource: 'campus', rows: [{ xqdm: `Q${n}`, xqmc: `校区${n}` }] } }),
  },
  'commonFunction.visit': {
    prepare: (_t, n) => ({
      payload: { roleId: `entry${n}`, url: '/jwxt/gly/scoreManage/entry', roleName: '录入' },
      envelope: { actor: dean },
    }),
  },
  'listSetting.keep': {
    prepare: (_t, n) => ({
      payload: { listName: `/jwxt/gly/scoreManage/list${n}|列表`, setting: { pageSize: 20 } },
      envelope: { actor: dean },
    }),
  },
  'menuCategory.add': { prepare: (_t, n) => ({ payload: { menuCatagoryName: `新分类${n}`, appId: 'jwxt' } }) },
  'menuCategory.change': {
    prepare: async (t, n) => ({ payload: { ...(await newCategory(t, n)), menuCatagoryName: `改名${n}` } }),
  },
  'menuCategory.remove': { prepare: async (t, n) => ({ payload: await newCategory(t, n) }) },
  'menu.place': {
    async prepare(t, n) {
      const { menuCatagoryId } = await newCategory(t, n);
      return { payload: { ...(await newMenu(t, n, null)), menuCatagoryId, dataStatus: 'SHOW' } };
    },
  },
  'menu.sort': {
    async prepare(t, n) {
      const { menuCatagoryId, version } = await newCategory(t, n);
      const menuIds = [
        (await newMenu(t, n, menuCatagoryId)).menuId,
        (await newMenu(t, 10_000 + n, menuCatagoryId)).menuId,
      ];
      return { payload: { menuCatagoryId, menuIds: menuIds.toReversed(), version } };
    },
  },
  'noticeInfo.create': { prepare: (_t, n) => ({ payload: notice(n), envelope: { actor: office } }) },
  'noticeInfo.update': {
    prepare: async (t, n) => ({
      payload: { ...notice(n), ...(await createdNotice(t, n)), noticeName: '改过的标题' },
      envelope: { actor: office },
    }),
  },
  'noticeInfo.delete': {
    prepare: async (t, n) => ({ payload: await createdNotice(t, n), envelope: { actor: office } }),
  },
  'noticeInfo.publish': {
    prepare: async (t, n) => ({ payload: await createdNotice(t, n), envelope: { actor: office } }),
  },
  'noticeInfo.recall': {
    prepare: async (t, n) => ({ payload: await publishedNotice(t, n), envelope: { actor: office } }),
  },
  'noticeInfo.close': {
    prepare: async (t, n) => ({ payload: await publishedNotice(t, n), envelope: { actor: office } }),
  },
  'notice.markRead': {
    answersOwn: ownMarks,
    prepare: async (t, n) => ({
      payload: { noticeIds: [(await publishedNotice(t, n)).noticeId] },
      envelope: { actor: dean },
    }),
  },
  'operationGuide.create': { prepare: (_t, n) => ({ payload: guide(n), envelope: { actor: office } }) },
  'operationGuide.update': {
    prepare: async (t, n) => ({
      payload: { ...guide(n), ...(await createdGuide(t, n)), noticeName: '改过的指南' },
      envelope: { actor: office },
    }),
  },
  'operationGuide.delete': {
    prepare: async (t, n) => ({ payload: await createdGuide(t, n), envelope: { actor: office } }),
  },
  'operationGuide.publish': {
    prepare: async (t, n) => ({ payload: await createdGuide(t, n), envelope: { actor: office } }),
  },
  'operationGuide.recall': {
    async prepare(t, n) {
      const created = await createdGuide(t, n);
      await t.accept('operationGuide.publish', created, { actor: office });
      return { payload: created, envelope: { actor: office } };
    },
  },
  'systemMessage.markRead': {
    answersOwn: ownMarks,
    prepare: async (t, n) => ({
      payload: { systemMessageAudienceId: (await messageOf(t, (await publishedNotice(t, n)).noticeId)).id },
      envelope: { actor: dean },
    }),
  },
  'systemMessage.setPushSign': {
    prepare: async (t, n) => ({
      payload: {
        systemMessageAudienceId: (await messageOf(t, (await publishedNotice(t, n)).noticeId)).id,
        systemMessageAudiencePushSign: '1',
      },
      envelope: { actor: dean },
    }),
  },
  'file.mayAttach': {
    prepare: (_t, n) => {
      const { relationalId, name, fileSize, businessTable, businessId } = file(n);
      const payload = { relationalId, name, fileSize, businessTable, businessId, underWay: [] };
      return { payload, envelope: { actor: clerk } };
    },
  },
  'exportJob.tell': {
    prepare: () => ({
      payload: { jobId: randomUUID(), title: '“已发布成绩”已导出', content: '文件已生成' },
      envelope: { actor: clerk },
    }),
  },
  'file.record': { prepare: (_t, n) => ({ payload: file(n), envelope: { actor: clerk } }) },
  'file.remove': {
    prepare: async (t, n) => ({
      payload: {
        relationalIds: [
          (await t.accept<{ relationalId: string }>('file.record', file(n), { actor: clerk })).relationalId,
        ],
      },
      envelope: { actor: clerk },
    }),
  },
  'session.kickOut': { prepare: async (t, n) => ({ payload: { sessionIds: [await openSession(t, n)] } }) },
  'session.grantTempLogin': {
    prepare: async (t, n) => ({
      payload: { tokenHash: hash(`link-${n}`), userName: await newAccount(t, n), reason: '排查问题' },
    }),
  },
  'session.useTempLogin': {
    async prepare(t, n) {
      const userName = await newAccount(t, n);
      await t.accept('session.grantTempLogin', { tokenHash: hash(`link-${n}`), userName, reason: '排查问题' });
      return { payload: { tokenHash: hash(`link-${n}`) }, envelope: { actor: person(userName) } };
    },
  },
  'secondFactor.bind': {
    prepare: async (t, n) => ({ payload: factor(n), envelope: { actor: person(await newAccount(t, n)) } }),
  },
  'secondFactor.useRecoveryCode': {
    prepare: async (t, n) => ({
      payload: { codeHash: factor(n).codeHashes[0] },
      envelope: { actor: await factorHolder(t, n) },
    }),
  },
  'secondFactor.renewCodes': {
    prepare: async (t, n) => ({
      payload: { codeHashes: factor(n + 0.5).codeHashes },
      envelope: { actor: await factorHolder(t, n) },
    }),
  },
  'secondFactor.remove': {
    prepare: async (t, n) => ({ payload: {}, envelope: { actor: await factorHolder(t, n) } }),
  },
  'user.resetSecondFactor': {
    prepare: async (t, n) => ({ payload: { userNames: [(await factorHolder(t, n)).userName] } }),
  },
  'apiToken.grant': {
    async prepare(t, n) {
      const payload = await token(t, n);
      return { payload, envelope: { actor: person(payload.owner) } };
    },
  },
  'apiToken.revoke': {
    async prepare(t, n) {
      const payload = await token(t, n);
      const { tokenId } = await t.accept<{ tokenId: string }>('apiToken.grant', payload, {
        actor: person(payload.owner),
      });
      return { payload: { tokenId, reason: '程序停用' } };
    },
  },
  'person.erase': {
    async prepare(t, n) {
      const studentCode = await newStudent(t, n);
      await t.app.services.pool.query(`update base.student set dqztm = '07' where student_code = $1`, [studentCode]);
      return { payload: { kind: 'student', code: studentCode, basis: '2', reason: '保存期限已满' } };
    },
  },
  'resources.update': {
    prepare: (_t, n) => ({ payload: { operationId: 'campus.query', notice: `维护至 ${n} 点` } }),
  },
  'cacheManagement.clear': { prepare: () => ({ payload: { cacheName: null } }) },
  'cacheManagement.warm': { prepare: () => ({ payload: { cacheName: 'rights' } }) },
  'user.changePassword': {
    prepare: async (t, n) => ({
      payload: { oldPassword: 'First@123', newPassword: 'Second@456' },
      envelope: { actor: person(await newAccount(t, n)) },
    }),
  },
  'user.setAdministratorPassword': {
    prepare: (_t, n) => ({ payload: { password: `Admin@${1000 + n}`, first: false } }),
  },
  'readModel.rebuild': { prepare: async (t, n) => ({ payload: { names: [await readModel(t, n)] } }) },
  'readModel.cancel': {
    async prepare(t, n) {
      const name = await readModel(t, n);
      await t.accept('readModel.rebuild', { names: [name] });
      return { payload: { names: [name] } };
    },
  },
  'system.replayParked': {
    answersOwn: 'each tells what it found to replay itself; what is replayed is done once',
    prepare: () => ({ payload: {} }),
  },
  'monitor.recheck': {
    answersOwn: 'looking changes nothing but its own results: each tells what it saw',
    prepare: () => ({ payload: { pointCodes: ['XX05'] } }),
  },
  'monitor.quickClean': {
    async prepare(t, n) {
      await untidyTeacher(t, n);
      return { payload: { units: null } };
    },
  },
  'monitor.clean': {
    prepare: async (t, n) => ({ payload: { resultIds: [(await untidyTeacher(t, n)).resultId], units: null } }),
  },
  'monitor.ignore': {
    prepare: async (t, n) => ({
      payload: {
        resultIds: [(await untidyTeacher(t, n)).resultId],
        units: null,
        reason: '确为此名',
        until: '2099-01-01',
      },
    }),
  },
  'monitor.setPoint': { prepare: (_t, n) => ({ payload: { pointCode: 'XX05', sfqy: '1', threshold: n } }) },
  'monitor.undo': {
    async prepare(t, n) {
      await untidyTeacher(t, n);
      const commandId = randomUUID();
      await t.accept('monitor.quickClean', { units: null }, { commandId });
      const { taskId } = await oneRow<{ taskId: string }>(
        t,
        'select task_id as "taskId" from base.monitor_task order by at desc limit 1',
      );
      return { payload: { taskId, units: null } };
    },
  },
  'transcript.keep': {
    async prepare(t, n) {
      const studentCode = await newStudent(t, n);
      return {
        payload: {
          studentCode,
          language: 'zh',
          allAttempts: '1',
          reason: '升学',
          digest: hash(String(n)),
          dataVersion: '1/1',
          content: {
            schoolName: '大学',
            schoolEnglishName: 'University',
            student: {
              studentCode,
              studentNumber: studentCode,
              studentName: '新生',
              pinyin: '',
              departmentName: '计算机学院',
              gradeMajorName: '2026级软件工程',
              administrativeClassName: '软工2601',
            },
            rules: { ruleVersion: '2020-1', ruleName: '规则', gpaRule: 'GPA40', gpaRuleText: '', effectiveRule: 'ZGF' },
            semesters: [],
            extra: [],
            totals: { courseNum: 0, earnedCredit: 0, failedNum: 0, gpa: null, weightedAverage: null },
          },
        },
        envelope: { actor: office },
      };
    },
  },
};

/** What the samples of this file need beside the school. */
export async function prepareSystem(t: TestApp): Promise<void> {
  await load(t, 'noticeType', noticeTypes);
  await load(t, 'domain', domainRows);
  await load(t, 'approvalCategory', approvalCategoryRows);
  await load(t, 'userAccount', [{ userName: 'admin', name: '管理员', kind: 'casual', password: 'Jwxt@2026' }]);
  await load(t, 'role', [{ jsbh: '01', jsmc: '系统管理员', jslx: '1' }]);
  await load(t, 'menuCategory', [{ menuCatagoryId: 'kept', menuCatagoryName: '保留', sortNum: 1 }]);
}
