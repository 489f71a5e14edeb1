-- A plan that is being decided about is 正在审批, as everything else is.
create or replace function base.plan_fixed(plan base.execution_plan, by_hand boolean) returns text language sql stable as $$
  select case
    when plan.open_status = '1' then '已开课'
    when plan.plan_status = '1' then '正在审批'
    when by_hand and plan.plan_status = '2' then '已生效'
    when exists (select from base.semester where xnxq = plan.xnxq and sfgd = '1') then '所在学期已归档'
    when plan.xnxq < (select max(xnxq) from base.semester where sfdqxq = '1') then '所在学期已过'
  end
$$;
