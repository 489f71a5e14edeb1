import { field } from '../../kernel/resource-field.ts';
import { defineResource } from '../../kernel/resource.ts';
import { CHECKED_FIELDS_DICTIONARY, checkedFields, isCheckedField } from './checked-fields.ts';

/**
 * STUDENT-STATUS-21 信息核对时间: in it the students of some grades and units look at their own data, and confirm it or
 * propose changes of the fields that it names.
 */
export const infoCheckTime = defineResource({
  name: 'infoCheckTime',
  service: 'studentStatus',
  table: 'info_check_time',
  key: 'checkTimeId',
  called: 'checkName',
  fields: {
    checkName: field.text('核对名称', 60, { required: true, search: true, list: 'auto' }),
    beginTime: field.time('开始时间', { required: true, list: 160 }),
    endTime: field.time('结束时间', { required: true, list: 160, endOfDay: true }),
    grades: field.references('年级', 'grade', { list: 110, empty: '所有年级' }),
    departmentIds: field.references('院系', 'department', { list: 130, empty: '所有院系' }),
    editableFields: field.dictionaries('可改字段', CHECKED_FIELDS_DICTIONARY, {
      hint: '学生可以提出更正的字段；其余只能查看',
    }),
    mustFile: field.dictionaries('需证明字段', CHECKED_FIELDS_DICTIONARY, {
      hint: '更正这些字段须上传证明材料；姓名、证件号等关键字段一律须上传',
    }),
    sfqy: field.enabled(),
  },
  order: [{ by: 'beginTime', descending: true }, { by: 'checkName' }],
  unique: [{ fields: ['checkName'], message: '核对名称已存在' }],
  check: ({ beginTime, endTime, editableFields, mustFile }) => {
    const unknown = (names: readonly string[]) => names.filter((name) => !isCheckedField(name));
    const closed = mustFile.flatMap((name) =>
      isCheckedField(name) && !editableFields.includes(name) ? checkedFields[name].label : [],
    );
    return [
      ...(endTime <= beginTime ? [{ field: 'endTime', message: '结束时间应晚于开始时间' }] : []),
      ...(unknown(editableFields).length > 0 ? [{ field: 'editableFields', message: '有字段不能由核对更改' }] : []),
      ...(unknown(mustFile).length > 0 ? [{ field: 'mustFile', message: '有字段不能由核对更改' }] : []),
      ...(closed.length > 0
        ? [
            {
              field: 'mustFile',
              message: `${closed.join('、')}不在可改字段中`,
            },
          ]
        : []),
    ];
  },
  note: '在时间内，学生在“信息核对”中确认本人信息无误，或逐项提出更正；审批通过且标记为生效的才写入。',
  empty: '还没有信息核对时间。',
});
