/** Refusals of data scope. */
export const dataScopeErrors = {
  SCOPE_GROUP_UNKNOWN: { status: 404, text: '用户组不存在，请刷新后重新选择' },
  SCOPE_NODES: { status: 400, text: '所选功能与其下级功能不一致，请刷新后重新设置' },
  SCOPE_CHANGED: { status: 409, text: '该用户组的数据权限已被他人修改，请刷新后重新设置' },
  SCOPE_PERSON_UNKNOWN: { status: 404, text: '账号不存在或已停用' },
  SCOPE_ROW_UNKNOWN: { status: 404, text: '没有找到这条数据，请核对编号' },
  DIMENSION_CHANGED: { status: 409, text: '数据维度已被他人修改，请刷新后重新修改' },
} as const;
