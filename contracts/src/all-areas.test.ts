import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { operations } from './all-areas.ts';
import { hasBody, permissionOf } from './kernel/operation.ts';
import { scopeTargets } from './kernel/scope.vocabulary.ts';

describe('the API as declared', () => {
  it('every operation has an id and a method and path of its own', () => {
    expect(new Set(operations.map((operation) => operation.id)).size).toBe(operations.length);
    expect(new Set(operations.map((operation) => `${operation.method} ${operation.path}`)).size).toBe(
      operations.length,
    );
  });

  it('every operation that asks for a permission has a data scope, or a stated reason why none', () => {
    const said = operations.filter(({ scope }) =>
      typeof scope === 'object' ? /[\u4e00-\u9fff]/.test(scope.none) : scope !== undefined && scope in scopeTargets,
    );
    expect(
      operations
        .filter((operation) => permissionOf(operation) !== null && !said.includes(operation))
        .map(({ id }) => id),
      "write `scope: 'teachingClass'` (or another target of scope.vocabulary.ts), or `scope: { none: '理由' }`",
    ).toEqual([]);
  });

  it('every operation asks for a permission code, or says why it does not', () => {
    for (const { id, access } of operations) expect(Object.values(access)[0], id).toMatch(/\S/);
    expect(
      operations
        .filter((operation) => permissionOf(operation) === null)
        .map((operation) => operation.id)
        .sort(),
    ).toEqual([
      'campus.findAll',
      'changeClass.getAllTimes',
      'classInfo.selectDropDownBjxx',
      'commonFunctions.create',
      'commonFunctions.query',
      'dataMonitor.countCleanable',
      'dataMonitor.queryMonitorData',
      'dataMonitor.queryPercentage',
      'dataMonitor.quickClean',
      'dictionary.find',
      'dictionary.findByTable',
      'evaluationTask.pendingCount',
      'examSet.findScoreHierarchy',
      'exportJob.cancel',
      'exportJob.download',
      'exportJob.query',
      'file.businessFiles',
      'file.delete',
      'file.download',
      'file.preview',
      'file.previewId',
      'file.upload',
      'gradeProInfo.findNjzyByNjAndXyAndZydm',
      'hourType.findAll',
      'listSetting.query',
      'listSetting.save',
      'menu.findByUser',
      'menu.query',
      'menuCatagory.query',
      'nj.findAllNj',
      'permission.check',
      'permission.findAllModule',
      'permission.findByFwbh',
      'person.exportOwn',
      'region.queryTree',
      'resource.options',
      'role.findNames',
      'scoreEntry.semesters',
      'scoreValue.findScoreValueSelectList',
      'secondFactor.begin',
      'secondFactor.bind',
      'secondFactor.pass',
      'secondFactor.remove',
      'secondFactor.renewCodes',
      'secondFactor.status',
      'secondPerson.ask',
      'semester.getXnList',
      'semester.selectCurrentXnXq',
      'session.captcha',
      'session.casLogout',
      'session.current',
      'session.endMine',
      'session.finishSlide',
      'session.login',
      'session.logout',
      'session.mine',
      'session.qrCheck',
      'session.ssoCheck',
      'session.startSlide',
      'sysSet.loginBackground',
      'sysSet.mainBackground',
      'sysSet.menuLogo',
      'sysSet.mottos',
      'sysSet.schoolLogo',
      'sysSet.selectByParaName',
      'sysSet.selectByParamCode',
      'sysSet.systemSet',
      'sysSet.title',
      'systemMessage.allRead',
      'systemMessage.detail',
      'systemMessage.ofSession',
      'systemMessage.pushSign',
      'systemMessage.readSign',
      'transcript.verify',
      'user.updatePassword',
      'userMana.endViewAs',
    ]);
  });

  it('every path parameter is a field of the input', () => {
    for (const { id, path, input } of operations) {
      const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
      for (const [, name] of path.matchAll(/\{(\w+)\}/g))
        expect(Object.keys(schema.properties ?? {}), id).toContain(name);
    }
  });

  it('CLIENT-09: only inputs with nested fields are sent as JSON, all others as forms', () => {
    const flat = new Set(['string', 'number', 'integer', 'boolean']);
    const nested = (input: z.ZodType): boolean => {
      const { properties = {} } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
      return Object.values(properties).some(
        (field) =>
          typeof field === 'object' &&
          !('enum' in field) &&
          !('anyOf' in field) &&
          !flat.has(String(field.type ?? 'string')),
      );
    };
    const posts = operations.filter(({ method }) => hasBody(method));
    const wrong = posts.filter(
      (operation) =>
        operation.encoding !== (nested(operation.input) ? 'json' : 'form') && operation.encoding !== 'multipart',
    );
    expect(wrong.map(({ id, encoding }) => [id, encoding])).toEqual([]);
  });
});
