#!/bin/sh
# The keys come from the environment, and SeaweedFS reads them from a file: in memory, for root alone.
set -eu
umask 077
cat >/run/s3.json <<JSON
{ "identities": [{
  "name": "vidya",
  "credentials": [{ "accessKey": "$S3_ACCESS_KEY_ID", "secretKey": "$S3_SECRET_ACCESS_KEY" }],
  "actions": ["Read:vidya", "Write:vidya", "List:vidya"]
}] }
JSON
exec weed server -dir=/data -ip=s3 -ip.bind=0.0.0.0 -master.volumeSizeLimitMB=1024 -volume.max=0 -filer -s3 -s3.config=/run/s3.json
