#!/bin/sh
# Makes a certificate authority and a certificate for each event node in the folder that is given, unless they are there.
# The event store knows its own nodes by the common name eventstoredb-node.
set -eu
folder=$1
nodes=${2:-event-node-1 event-node-2 event-node-3}
umask 077
mkdir -p "$folder/ca"
cd "$folder"

if [ ! -s ca/ca.crt ]; then
  openssl req -x509 -newkey rsa:2048 -nodes -sha256 -days 3650 -subj "/O=jwxt/CN=jwxt event store CA" \
    -addext "basicConstraints=critical,CA:TRUE" -addext "keyUsage=critical,keyCertSign,cRLSign" \
    -keyout ca.key -out ca/ca.crt.new
  mv ca/ca.crt.new ca/ca.crt
fi

for node in $nodes; do
  [ -s "$node/node.crt" ] && continue
  mkdir -p "$node"
  openssl req -newkey rsa:2048 -nodes -sha256 -subj "/CN=eventstoredb-node" -keyout "$node/node.key" -out "$node/node.csr"
  cat > "$node/extensions" <<END
basicConstraints=critical,CA:FALSE
keyUsage=critical,digitalSignature,keyEncipherment
extendedKeyUsage=serverAuth,clientAuth
subjectAltName=DNS:$node,DNS:localhost,IP:127.0.0.1
END
  openssl x509 -req -in "$node/node.csr" -CA ca/ca.crt -CAkey ca.key -CAserial ca.srl -CAcreateserial -sha256 -days 1825 \
    -extfile "$node/extensions" -out "$node/node.crt.new"
  mv "$node/node.crt.new" "$node/node.crt"
  rm "$node/node.csr" "$node/extensions"
done

# The event nodes and the services run under accounts of their own; only the authority's key stays with root.
chmod 755 . ca $nodes
chmod 644 ca/ca.crt
for node in $nodes; do chmod 644 "$node/node.crt" "$node/node.key"; done
