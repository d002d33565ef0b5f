package sdkgen
