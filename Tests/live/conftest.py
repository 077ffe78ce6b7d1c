"""Which tests are for this system."""
import glob

# Debian 12's hiredis has no TLS.
HAS_TLS = bool(glob.glob('/usr/lib/*/libhiredis_ssl.so.*'))

collect_ignore = ['test_cluster_without_tls.py' if HAS_TLS else 'test_cluster_tls.py']
