import { unusual } from '@jwxt/contracts/score/unusual-scores.rules.ts';
import type { ProcessDefinition, NodeCondition } from '@jwxt/contracts/approval/process-definition.ts';
import { processNames, type ProcessNo, type ScopeRule } from '@jwxt/contracts/approval/approval.vocabulary.ts';

const adviser = { role: '09', name: '辅导员审批' };
const clerk = { role: '03', name: '院系教务员初审' };
const unit = { role: '04', name: '院系审核' };
const office = { role: '05', name: '教务处审核' };
const final = { role: '02', name: '教务处终审' };

type Step = { who: { role: string; name: string }; scope: ScopeRule; name?: string; conditions?: NodeCondition[] };

const step = (who: Step['who'], scope: ScopeRule, more: Pick<Step, 'name' | 'conditions'> = {}): Step => ({
  who,
  scope,
  ...more,
});

/** A clerk has looked at what he hands in for a student himself. */
const byStudent: NodeCondition[] = [{ field: 'byStudent', operator: '=', value: true, text: '学生本人申请' }];

function define(
  processNo: ProcessNo,
  approvalType: '0' | '1',
  steps: readonly Step[],
  more: Partial<ProcessDefinition> = {},
): ProcessDefinition {
  return {
    processNo,
    processName: processNames[processNo],
    approvalType,
    recallAllowed: true,
    ...more,
    nodes: steps.map(({ who, scope, name, conditions }, index) => ({
      processNodeId: `${processNo}-${index + 1}`,
      processNodeName: name ?? who.name,
      roleCode: who.role,
      scopeRule: scope,
      conditions: conditions ?? [],
    })),
  };
}

/**
 * Default approval chains of the process codes (domain-model-score §6, APPROVAL-34…44). Rates in tenths of a per cent,
 * changes in hundredths.
 */
export const processDefinitions: readonly ProcessDefinition[] = [
  define('ZYPYFA', '1', [step(unit, 'KKDW'), step(office, 'XX'), step(final, 'XX')]),
  define('NJZYSP', '1', [step(unit, 'KKDW'), step(office, 'XX')]),
  define('ZXJHTZ', '1', [
    step(unit, 'KKDW'),
    step(office, 'XX'),
    step(final, 'XX', {
      conditions: [{ field: 'creditChanged', operator: '=', value: true, text: '学分有变化' }],
    }),
  ]),
  define('XSXXHD', '0', [
    step(clerk, 'XSDW'),
    step(office, 'XX', {
      conditions: [
        { field: 'keyField', operator: '=', value: true, text: '变更姓名、证件号、民族、出生日期等关键信息' },
      ],
    }),
  ]),
  define('ZYFLSP', '1', [step(unit, 'KKDW'), step(office, 'XX')]),
  define('ZZYSQ', '1', [
    step(unit, 'XSDW', { name: '转出院系审核' }),
    step(unit, 'JSDW', { name: '转入院系审核' }),
    step(office, 'XX'),
  ]),
  define('XJYDSQ', '1', [
    step(clerk, 'XSDW', { conditions: byStudent }),
    step(unit, 'XSDW'),
    step(unit, 'JSDW', {
      name: '接收院系审核',
      conditions: [{ field: 'otherUnit', operator: '=', value: true, text: '转入其他院系' }],
    }),
    step(office, 'XX', {
      conditions: [{ field: 'officeDecides', operator: '=', value: true, text: '须教务处审核的异动' }],
    }),
    step(final, 'XX', {
      name: '学校审定',
      conditions: [{ field: 'schoolDecides', operator: '=', value: true, text: '须学校决定的异动' }],
    }),
  ]),
  define('GRPYFA', '1', [step(unit, 'XSDW'), step(office, 'XX')]),
  define('GRKCJH', '1', [step(unit, 'XSDW')]),
  define('ZXBGSQ', '0', [step(unit, 'KKDW')]),
  define('KCTDSQ', '1', [step(unit, 'XSDW'), step(office, 'XX')]),
  define('ZKCJSP', '1', [
    step(unit, 'KKDW'),
    step(office, 'XX', {
      conditions: [
        { field: 'failRate', operator: '>', value: unusual.failRate, text: `不及格率超过 ${unusual.failRate / 10}%` },
        {
          field: 'excellentRate',
          operator: '>',
          value: unusual.excellentRate,
          text: `优秀率超过 ${unusual.excellentRate / 10}%`,
        },
        { field: 'hasRemark', operator: 'includes', value: '04', text: '有作弊备注' },
        { field: 'hasRemark', operator: 'includes', value: '05', text: '有违纪备注' },
      ],
    }),
  ]),
  define('BHKCJSP', '1', [step(unit, 'KKDW'), step(office, 'XX')]),
  define('CXCJSP', '1', [step(unit, 'KKDW'), step(office, 'XX')]),
  define('XTWCJRDSH', '1', [step(clerk, 'XSDW', { conditions: byStudent }), step(unit, 'XSDW'), step(office, 'XX')]),
  define('XWCJRDSH', '1', [
    step(unit, 'XSDW', { name: '学生院系审核' }),
    step(unit, 'KKDW', { name: '开课院系审核' }),
    step(office, 'XX'),
  ]),
  define('XTNCJRDSH', '1', [step(unit, 'XSDW'), step(office, 'XX')]),
  define('CJXGSP', '1', [
    step(unit, 'KKDW'),
    step(office, 'XX'),
    step(final, 'XX', {
      conditions: [
        { field: 'failToPass', operator: '=', value: true, text: '由不及格改为及格' },
        { field: 'maxChange', operator: '>=', value: unusual.change, text: `改动达到 ${unusual.change / 100} 分` },
      ],
    }),
  ]),
  define('HKSQ', '0', [step(clerk, 'XSDW', { conditions: byStudent }), step(unit, 'KKDW')]),
  define('ZXSQ', '0', [step(unit, 'XSDW'), step(unit, 'KKDW')]),
  define('BXSQ', '0', [step(unit, 'XSDW'), step(unit, 'KKDW')]),
  define('KCSBSQ', '1', [step(unit, 'XSDW'), step(office, 'XX')]),
  define('JHSSQ', '1', [step(unit, 'XSDW'), step(office, 'XX')]),
  define('CXBM', '0', [step(clerk, 'KKDW')]),
  define('CJZX', '1', [step(unit, 'KKDW'), step(final, 'XX')]),
  define('CJJFSQ', '1', [step(unit, 'XSDW'), step(office, 'XX')]),
  define('JCSP', '1', [step(clerk, 'XSDW', { conditions: byStudent }), step(unit, 'XSDW'), step(office, 'XX')]),
  define('CFSP', '1', [
    step(unit, 'XSDW'),
    step(office, 'XX'),
    step(final, 'XX', {
      conditions: [{ field: 'severePunishment', operator: '=', value: true, text: '留校察看或开除学籍' }],
    }),
  ]),
  define('QJXJ', '0', [
    step(adviser, 'XZB', {
      conditions: [{ field: 'hasAdviser', operator: '=', value: true, text: '班级有辅导员或班主任' }],
    }),
    step(unit, 'XSDW', {
      conditions: [
        { field: 'longLeave', operator: '=', value: true, text: '请假超过辅导员可批天数' },
        { field: 'hasAdviser', operator: '=', value: false, text: '班级没有辅导员或班主任' },
      ],
    }),
  ]),
  define('GXKSQ', '1', [step(unit, 'SQDW'), step(office, 'XX')]),
  // Its content has a page of its own (APPROVAL-45), and the approver says whether the change holds for the whole
  // school (APPROVAL-65).
  define('TTKSQ', '1', [step(unit, 'KKDW'), step(office, 'XX')], { factUseProcessCode: 'TTKSQ', needRadio: '1' }),
];
