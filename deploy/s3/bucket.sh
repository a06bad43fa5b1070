#!/bin/sh
# Makes the bucket where it is not there.
set -eu
if echo 's3.bucket.list' | weed shell -master=s3:9333 | grep -qw vidya; then exit 0; fi
echo 's3.bucket.create -name vidya' | weed shell -master=s3:9333
