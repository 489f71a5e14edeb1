#!/bin/sh
# Makes the secrets of infra/compose.yaml in infra/compose/secrets, once; existing ones stay. Run it before the first start, and after an upgrade.
set -eu
folder=${1:-$(dirname "$0")/secrets}
mkdir -p "$folder"
cd "$folder"

random() { od -An -N "$1" -tx1 /dev/urandom | tr -d ' \n'; }
# The containers' accounts must be able to read the files; the folder itself is closed to other people of this machine.
keep() { [ -s "$1" ] || printf '%s' "$2" > "$1"; chmod 644 "$1"; }
chmod 700 .

keep postgres_password "$(random 24)"
for pair in commands projections operator factor; do keep "${pair}_secret" "$(random 32)"; done
keep person_key "$(random 32)"
keep admin_password "Jw1$(random 6)"
[ -s event-nodes.env ] || printf 'EVENTSTORE_DEFAULT_ADMIN_PASSWORD=%s\nEVENTSTORE_DEFAULT_OPS_PASSWORD=%s\n' "$(random 24)" "$(random 24)" > event-nodes.env
chmod 600 event-nodes.env

store_password=
while IFS='=' read -r name value; do
  if [ "$name" = EVENTSTORE_DEFAULT_ADMIN_PASSWORD ]; then store_password=$value; fi
done < event-nodes.env
keep database_url "postgres://jwxt:$(cat postgres_password)@postgres:5432/jwxt"
keep eventstore_url "esdb://admin:$store_password@event-node-1:2113,event-node-2:2113,event-node-3:2113?tls=true&tlsCAFile=/certificates/ca/ca.crt&nodePreference=leader"
printf '密钥已就绪：%s\n管理员 admin 的初始密码在文件 admin_password 中\n' "$(pwd)"
