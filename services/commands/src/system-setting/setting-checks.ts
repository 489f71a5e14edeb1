import { demoParameter } from '@jwxt/infra/runtime/demo-data.ts';
import { parameterOf } from '@jwxt/contracts/system-setting/parameter.vocabulary.ts';
import { systemParameter } from '@jwxt/contracts/system-setting/system-parameter.resource.ts';
import { toStored } from '@jwxt/contracts/kernel/resource-values.ts';
import { canonicalJson } from '../kernel/canonical-json.ts';
import type { ResourceRules } from '../kernel/resource-routes.ts';

/** Parameters that the demo university leaves say what it is. */
const leftByDemo: ReadonlySet<unknown> = new Set(Object.values(demoParameter));

/** Of a parameter that programs read only the value changes, and it is not removed (SYSADMIN-03). */
export const systemParameterRules: ResourceRules = {
  kept: (_client, row) => Promise.resolve(leftByDemo.has(row['param_code']) ? '由演示数据写入，不能修改' : null),
  stays: (_client, row) => Promise.resolve(parameterOf(String(row['param_code'])) ? '是系统内置参数，不能删除' : null),
  check: (_client, values, before) => {
    if (before === null || !parameterOf(String(before['param_code']))) return Promise.resolve([]);
    const { fields } = systemParameter;
    const fixed = ['paraName', 'paraType', 'paraOptions', 'groupName', 'isPublic'] as const;
    const columns = { paraName: 'para_name', paraType: 'para_type', paraOptions: 'para_options' } as const;
    const more = { groupName: 'group_name', isPublic: 'is_public' } as const;
    return Promise.resolve(
      fixed
        .filter(
          (name) =>
            canonicalJson(toStored(fields[name], values[name])) !==
            canonicalJson(before[{ ...columns, ...more }[name]]),
        )
        .map((name) => ({ field: name, message: '系统内置参数只能修改参数值' })),
    );
  },
};

/** Guides name the domain that they belong to. */
export const serviceDomainRules: ResourceRules = {
  uses: [
    {
      what: '操作指南',
      unit: '篇',
      count: 'select count(*) as n from base.operation_guide where domain_id = $1',
    },
  ],
};
