import {
  processCheck,
  processDetail,
  processDraftPublish,
  processDraftRemove,
  processDraftSave,
  processSimulate,
  queryProcesses,
} from '@jwxt/contracts/approval/process-setting.operations.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser } from '../testing/browser.ts';
import { startSchool, type School } from '../testing/school.ts';

let school: School;
let office: Browser;
beforeAll(async () => {
  school = await startSchool({ services: true });
  office = await school.browser('office1');
});
afterAll(async () => {
  await school.stop();
});
const commandId = () => crypto.randomUUID();

// SYSADMIN-23, SYSADMIN-24
describe('the set-up of processes', () => {
  it('lists processes with their versions, and keeps, checks and publishes a draft', async () => {
    const found = async () =>
      (await office.get(queryProcesses, {})).list.find(({ processNo }) => processNo === 'GXKSQ');
    const before = await found();
    expect(before).toMatchObject({ version: 1, publishStatus: '1', draft: null });
    const definition = { ...before!.definition, processName: '公选课审批' };
    await office.get(processDraftSave, { commandId: commandId(), revision: 0, definition });
    expect((await found())?.draft).toMatchObject({ editedBy: expect.stringMatching(/./) as string });
    expect((await office.get(processDetail, { processNo: 'GXKSQ' })).draft).toMatchObject({
      revision: 1,
      definition: { processName: '公选课审批' },
    });
    const { problems } = await office.get(processCheck, { definition });
    const published = await office.call(processDraftPublish, {
      commandId: commandId(),
      processNo: 'GXKSQ',
      revision: 1,
    });
    if (problems.length === 0) expect(published).toMatchObject({ data: { version: 2 } });
    else expect(published).toMatchObject({ code: 'PROCESS_NOT_READY', data: { problems } });
    const { versions, roles, defaultLimitDays } = await office.get(processDetail, { processNo: 'GXKSQ' });
    expect(versions.at(-1)).toMatchObject({ version: 1, running: expect.any(Number) as number });
    expect(roles.find(({ jsbh }) => jsbh === '04')).toMatchObject({ approves: true });
    expect(defaultLimitDays).toBe(3);
  });

  it('is the office’s and the administrator’s; auditors look and simulate, teachers do not', async () => {
    const auditor = await school.browser('auditor1');
    const { list } = await auditor.get(queryProcesses, {});
    const { definition } = list[0]!;
    expect(await auditor.call(processDraftSave, { commandId: commandId(), revision: 0, definition })).toMatchObject({
      code: 'FORBIDDEN',
    });
    expect(
      await auditor.call(processDraftRemove, { commandId: commandId(), processNo: 'GXKSQ', revision: 1 }),
    ).toMatchObject({ code: 'FORBIDDEN' });
    const { nodes } = await auditor.get(processSimulate, { processNo: 'ZKCJSP', units: { KKDW: '101' } });
    expect(nodes[0]).toMatchObject({ processNodeName: '院系审核', entered: true });
    const teacher = await school.browser('teacher1');
    expect(await teacher.call(queryProcesses, {})).toMatchObject({ code: 'FORBIDDEN' });
    expect(await teacher.call(processSimulate, { processNo: 'ZKCJSP' })).toMatchObject({ code: 'FORBIDDEN' });
  });
});
